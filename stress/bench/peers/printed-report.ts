import {
  byCongregation,
  countsOf,
  type PeerVolunteer,
  peerDays,
  peerSlots,
  servingTimes,
  weekPath,
} from './report-content.ts'

/** Returns the same report as a page that a browser prints. */
export function reportPage(people: readonly PeerVolunteer[]): string {
  const cells = (values: readonly unknown[]) => values.map((value) => `<td>${value}</td>`).join('')
  const counts = countsOf(people).map(
    (row, slot) => `<tr><th>${peerSlots[slot]}</th>${cells(row)}</tr>`,
  )
  const lists = byCongregation(people).map(
    ([name, members]) =>
      `<tr><th colspan="4"><h3>${name}</h3></th></tr>${members.map(volunteerRow).join('')}`,
  )
  const times = servingTimes(people).map((row) => `<tr>${cells(row)}</tr>`)
  return `<!doctype html><html lang="en"><title>Circuit report NY-1</title><style>
      body { font: 8pt sans-serif } table { width: 100%; border-collapse: collapse }
      td, th { padding: 2pt 4pt; text-align: left; vertical-align: top } tr { break-inside: avoid }
      .people tr:nth-child(even) { background: #f2f2f2 } svg { width: 150pt; height: 6pt }
    </style><h1>Circuit report NY-1</h1>
    <table><tr><td></td>${cells(peerDays)}</tr>${counts.join('')}</table>
    <h2>Volunteers</h2><table class="people">
    <thead><tr><th>Name</th><th>Phone and e-mail</th><th>Week</th><th>At most</th></tr></thead>
    ${lists.join('')}</table>
    <h2>Who can serve when</h2><table>${times.join('')}</table></html>`
}

const margin = 'margin: 0 0.4in; font-size: 8px; width: 100%'
/** Header and footer of each page. */
export const pageHeader = `<div style="${margin}">Circuit report · NY-1</div>`
export const pageFooter = `<div style="${margin}; display: flex; justify-content: space-between">
  <span>Data as of Nov 21, 2026</span>
  <span>Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>`

function volunteerRow({ name, contact, week, limit, cartLocations }: PeerVolunteer): string {
  const picture = `<svg viewBox="0 0 224 8" role="img" aria-label="Availability"><path d="${weekPath(week)}"/></svg>`
  return `<tr><td><b>${name}</b></td><td>${contact.join('<br>')}</td><td>${picture}<br><small>${cartLocations}</small></td><td>${limit}</td></tr>`
}
