import { installation } from '@dashboard/contract/installation'
import { localTime } from '@dashboard/contract/local-time'
import { productName } from '@dashboard/contract/product-name'
import { escapeHtml } from '../../http/escape-html.ts'
import type { HeldData } from './held-data.ts'

interface MadeBy {
  at: string
  by: string
}

/** Returns the content of the JSON beside it as a page for people to read, which loads nothing from elsewhere. */
export function heldDataPage(held: HeldData, { at, by }: MadeBy): string {
  const title = `What ${productName} holds about ${nameOf(held)}`
  const sections = [
    section('Person', facts(held.volunteer), 'Not in the last import.'),
    section('Week', table(held.availability), 'No times.'),
    section('Cart locations', table(held.cartLocations), 'None.'),
    section('Appointments', table(held.appointments), 'None.'),
    section('Emergency contacts', table(held.emergencyContacts), 'None.'),
    section(
      'Row of the sheet, as it came',
      held.sheetRows.map(({ row, values }) => facts({ Row: row, ...values })).join(''),
      'None.',
    ),
    section('What imports changed', table(held.changes.map(flatChange)), 'Nothing that is kept.'),
    section('Calls', table(held.calls), 'None.'),
    section('Reports of the same places', table(held.reports), 'None.'),
    section(
      'Who opened the emergency contacts or exported all of this',
      table(held.seen),
      'Nobody, as far as the audit log shows.',
    ),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p>Made on ${escapeHtml(localTime(at))} by ${escapeHtml(by)}. The same is in data.json.</p>
${sections.join('\n')}
<p>Not in here, since it is not kept by person: earlier imports as they came, backups, the PDFs themselves, and the
sheet and ${escapeHtml(installation.outsideSystem)}, from which all of this comes. Who saved a list or a report is in the audit log. Looking at a
person's page without opening the emergency contacts is not recorded.</p>
</body></html>
`
}

const style = `body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
div{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0}
th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;vertical-align:top}th{background:#f2f2f2}`

function nameOf({ volunteer, changes, calls }: HeldData): string {
  if (volunteer) return `${volunteer.firstName} ${volunteer.lastName}`
  const [call] = calls
  return changes[0]?.name ?? `${call?.firstName} ${call?.lastName}`
}

function flatChange({ fields, ...change }: HeldData['changes'][number]) {
  const changed = fields.map(
    ({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`,
  )
  return { ...change, fields: changed.join('\n') }
}

function section(title: string, content: string, empty: string): string {
  return `<h2>${escapeHtml(title)}</h2>\n${content === '' ? `<p>${escapeHtml(empty)}</p>` : content}`
}

function facts(values: object | null): string {
  if (values === null) return ''
  const lines = Object.entries(values).map(
    ([name, value]) =>
      `<tr><th scope="row">${escapeHtml(words(name))}</th><td>${cell(value)}</td></tr>`,
  )
  return `<div><table>${lines.join('')}</table></div>`
}

function table(rows: readonly object[]): string {
  const [first] = rows
  if (first === undefined) return ''
  const titles = Object.keys(first).map((name) => `<th scope="col">${escapeHtml(words(name))}</th>`)
  const lines = rows.map(
    (row) =>
      `<tr>${Object.values(row)
        .map((value) => `<td>${cell(value)}</td>`)
        .join('')}</tr>`,
  )
  return `<div><table><thead><tr>${titles.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

/** Returns `mobilePhone` as 'Mobile phone'; titles of the sheet are returned unchanged. */
function words(name: string): string {
  if (!/^[a-z][A-Za-z]*$/.test(name)) return name
  const apart = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${apart.slice(0, 1).toUpperCase()}${apart.slice(1)}`
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return escapeHtml(String(value)).replaceAll('\n', '<br>')
}
