import { getCircuit, getCoverage } from '@dashboard/contract/coverage'
import { localDay } from '@dashboard/contract/local-time'
import {
  downloadReport,
  startCircuitReport,
  startCongregationReport,
} from '@dashboard/contract/reports'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { insertPeople } from '@dashboard/server/test/people'
import { insertCurrentReport, reportOf } from '@dashboard/server/test/report-rows'
import { recordExport } from '@dashboard/store/automation-status'
import { nowIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import {
  failedRow,
  jobRow,
  minutesAgo,
  runningRow,
  writeJobs,
} from '@dashboard/store/test/job-rows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** The coverage board at /dashboard, and the page of a circuit. */

const circuitsCard = () => within(screen.getByRole('region', { name: 'Circuits' }))
const figures = () => screen.getByRole('region', { name: 'Key figures' })
const row = (name: string) => {
  const found = screen.getByRole('rowheader', { name }).closest('tr')
  if (!found) throw new Error(`No row of ${name}`)
  return found
}
const namesInOrder = () =>
  circuitsCard()
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)
const generateAll = () => screen.getByRole('button', { name: 'Generate outdated and missing' })

/**
 * Starts with four circuits: NY-1 has a current report, NY-2 one that is out of date, NY-3 and NY-10 none. The
 * board is shown as a table.
 */
async function startWithCircuits() {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2', 'NY-3', 'NY-10'])
  await server.db.deleteFrom('jobs').where('status', '=', 'queued').execute()
  const gone = ['NY-2-new', 'NY-3-new', 'NY-3-old', 'NY-10-new', 'NY-10-old']
  await server.db.deleteFrom('reports').where('id', 'in', gone).execute()
  return server
}

async function openBoard(server: PageServer) {
  const user = await openPage('/dashboard', await server.as('admin'))
  await screen.findByRole('region', { name: 'Circuits' })
  await screen.findByRole('table', { name: 'Volunteers and report of each circuit' })
  return user
}

test('says what to do first, that it is loading, and what went wrong', async () => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  const held = server.hold(getCoverage)
  await openPage('/dashboard', admin)
  expect(await screen.findByRole('status', { name: 'Loading coverage...' })).toBeInTheDocument()
  held.restore()
  const refused = server.refuse(getCoverage, 503, 'The database is busy. Try again.')
  let user = await openPage('/dashboard', admin)
  expect(await screen.findByText('The coverage board could not be loaded')).toBeInTheDocument()
  expect(screen.getByText('The database is busy. Try again.')).toBeInTheDocument()
  refused.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing here yet')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Key figures' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Jobs of the last 30 days' })).toBeNull()
  user = await openPage('/dashboard', admin)
  await user.click(await screen.findByRole('link', { name: 'Go to Locust Sync' }))
  expect(location.pathname).toBe('/dashboard/sync')
})

test('says that an export alone is half of a sync', async () => {
  const server = await startPageServer()
  await recordExport(server.db, { source: 'Locust', rows: 403, isSampleData: false })
  await writeJobs(server.db, jobRow())
  await openPage('/dashboard', await server.as('admin'))
  expect(await screen.findByText('Exported, but not imported yet')).toBeInTheDocument()
  const jobs = screen.getByRole('region', { name: 'Jobs of the last 30 days' })
  expect(within(jobs).getByText('1 completed')).toBeInTheDocument()
})

test('shows how circuits are covered', async () => {
  const server = await startWithCircuits()
  await openBoard(server)
  // A circuit of number n has n + 1 people in each of two congregations: 4, 6, 8 and, as 10 counts as 3, 8.
  expect(figures()).toHaveTextContent('Circuits48 congregations')
  expect(figures()).toHaveTextContent('Volunteers26about 3 per congregation')
  expect(figures()).toHaveTextContent('Trained54%14 volunteers')
  expect(figures()).toHaveTextContent('Available54%14 volunteers')
  expect(figures()).toHaveTextContent('Current reports1 of 41 out of date, 2 missing')
  expect(figures()).toHaveTextContent(/Last Import.*ago/)
  expect(figures()).toHaveTextContent('Last ExportNever run')
  expect(row('NY-1')).toHaveTextContent(/^NY-12450%50%Current/)
  expect(within(row('NY-1')).queryByRole('button', { name: /^Generate/ })).toBeNull()
  expect(row('NY-2')).toHaveTextContent('Out of date')
  expect(row('NY-3')).toHaveTextContent(/^NY-32850%50%Missing/)
  expect(circuitsCard().getByText('3 reports to generate.')).toBeInTheDocument()
})

const ready = { trained: true, available: true }
const saturday = { slots: ['Saturday:Morning'] }
const week = () => within(screen.getByRole('region', { name: 'Availability over the week' }))

test('does not count five untrained people as able to serve, and links to them', async () => {
  const server = await startPageServer()
  await insertPeople(server.db, [
    ...Array.from({ length: 5 }, (_, index) => ({
      name: ['Una', `Trained ${index}`] as const,
      ...ready,
      trained: false,
      ...saturday,
    })),
    { name: ['Ann', 'Lee'], ...ready, slots: ['Sunday:Morning'] },
    { name: ['Bo', 'Ray'], ...ready, slots: ['Sunday:Morning'], circuit: 'NY-2' },
  ])
  const user = await openBoard(server)
  expect(week().getByText('Trained and available volunteers.')).toBeVisible()
  expect(screen.getByText(/^Nobody on all Mondays, /)).toHaveTextContent(
    /, and Saturday mornings \(and 5 more once trained\)\.$/,
  )
  await user.click(week().getByRole('link', { name: 'and 5 more once trained: Saturday mornings' }))
  expect(location.search).toBe('?trained=false&available=true&slots=Saturday%3AMorning')
  expect(await screen.findByText('5 volunteers found')).toBeVisible()

  await openPage('/dashboard/circuits/NY-2', await server.as('admin'))
  expect(await screen.findByText(/Only one on all Sundays\.$/)).toBeVisible()
})

test('counts available people where the sheet does not say who is trained, and says so', async () => {
  const server = await startPageServer()
  await insertPeople(server.db, [
    { name: ['Ann', 'Lee'], available: true, ...saturday },
    { name: ['Bo', 'Ray'], available: true, ...saturday },
  ])
  const user = await openBoard(server)
  expect(week().getByText('The sheet does not say who is trained.')).toBeVisible()
  await user.click(week().getByRole('link', { name: '2 on Saturday, Morning' }))
  expect(location.search).toBe('?available=true&slots=Saturday%3AMorning')
  expect(await screen.findByText('2 volunteers found')).toBeVisible()
})

test('shows availability and jobs in numbers too', async () => {
  const server = await startPageServer()
  await insertPeople(server.db, [
    { name: ['Ann', 'Lee'], ...ready, slots: ['Monday:Morning', 'Monday:Evening'] },
    { name: ['Bo', 'Ray'], ...ready, slots: ['Monday:Morning'] },
    {
      name: ['Cy', 'Fox'],
      ...ready,
      available: false,
      slots: ['Monday:Morning', 'Sunday:Evening'],
    },
  ])
  const fiveDaysAgo = minutesAgo(5 * 24 * 60)
  await writeJobs(
    server.db,
    jobRow(),
    failedRow({ createdAt: fiveDaysAgo }),
    failedRow({ createdAt: fiveDaysAgo }),
    failedRow({ createdAt: fiveDaysAgo, failureKind: 'cancelled', cancelledBy: 'Ada' }),
  )
  const user = await openBoard(server)
  const heatMap = within(screen.getByRole('table', { name: /^Volunteers who can serve/ }))
  expect(heatMap.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ])
  expect(heatMap.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
    'Morning',
    'Evening',
  ])
  const count = heatMap.getByRole('link', { name: '2 on Monday, Morning' })
  expect(count).toHaveAttribute(
    'href',
    '/dashboard/volunteers?trained=true&available=true&slots=Monday%3AMorning',
  )
  expect(screen.getByText(/^Most volunteers: Monday, Morning \(2\)\./)).toBeInTheDocument()
  expect(screen.getByText(/^Nobody on all Tuesdays, /)).toBeVisible()
  expect(screen.getByText('Only one on Monday evenings.')).toBeVisible()

  const jobs = within(screen.getByRole('region', { name: 'Jobs of the last 30 days' }))
  expect(jobs.getByText('1 completed')).toBeInTheDocument()
  expect(jobs.getByText('2 failed')).toBeInTheDocument()
  expect(jobs.getByRole('img')).toHaveAccessibleName(
    'Bars of the jobs by day: 1 completed, 2 failed.',
  )
  await user.click(jobs.getByText('Show as a table'))
  const days = jobs.getAllByRole('row')
  expect(days).toHaveLength(3)
  expect(days[1]).toHaveTextContent(/^\w{3} \d+10$/)
  expect(days[2]).toHaveTextContent(/^\w{3} \d+02$/)
})

test('sorts by each column, and opens the report of a circuit', async () => {
  const server = await startWithCircuits()
  const user = await openBoard(server)
  expect(namesInOrder()).toEqual(['NY-1', 'NY-2', 'NY-3', 'NY-10'])
  const sortBy = async (name: string) => {
    await user.click(screen.getByRole('button', { name }))
    return screen.getByRole('columnheader', { name })
  }
  expect(await sortBy('Volunteers')).toHaveAttribute('aria-sort', 'descending')
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-3', 'NY-10', 'NY-2', 'NY-1']))
  expect(await sortBy('Volunteers')).toHaveAttribute('aria-sort', 'ascending')
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-1', 'NY-2', 'NY-3', 'NY-10']))
  expect(await sortBy('Trained')).toHaveAttribute('aria-sort', 'descending')
  await waitFor(() => expect(namesInOrder()[0]).toBe('NY-2'))
  expect(await sortBy('Report')).toHaveAttribute('aria-sort', 'ascending')
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-3', 'NY-10', 'NY-2', 'NY-1']))
  expect(await sortBy('Circuit')).toHaveAttribute('aria-sort', 'ascending')
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-1', 'NY-2', 'NY-3', 'NY-10']))
  server.refuse(downloadReport, 404, 'The report is gone.')
  await user.click(screen.getByRole('button', { name: /^Current report of NY-1/ }))
  await expectToast('Download Failed', 'The report is gone.')
  expect(server.callsOf(downloadReport).map(({ path }) => path)).toEqual([
    '/api/reports/NY-1-new/download',
  ])
})

test('searches and filters circuits', async () => {
  const server = await startWithCircuits()
  const user = await openBoard(server)
  const search = screen.getByRole('searchbox', { name: 'Search circuits' })
  const filter = screen.getByRole('combobox', { name: 'Filter by report' })
  await user.type(search, 'ny-1')
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-1', 'NY-10']))
  await user.selectOptions(filter, 'missing')
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-10']))
  await user.selectOptions(filter, 'current')
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-1']))
  await user.selectOptions(filter, 'stale')
  expect(await screen.findByText('No circuits found')).toBeInTheDocument()
  await user.clear(search)
  await waitFor(() => expect(namesInOrder()).toEqual(['NY-2']))
})

test('shows which reports are being made, and why an order failed', async () => {
  const server = await startWithCircuits()
  await writeJobs(server.db, runningRow({ type: 'circuit-report', targets: ['NY-3'] }))
  const user = await openBoard(server)
  await waitFor(() => expect(row('NY-3')).toHaveTextContent('Generating'))
  const busy = within(row('NY-3')).getByRole('button', { name: /^Generate the report of NY-3/ })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  await user.click(busy)
  expect(server.callsOf(startCircuitReport)).toHaveLength(0)
  expect(row('NY-10')).toHaveTextContent('Missing')
  expect(circuitsCard().getByText('2 reports to generate.')).toBeInTheDocument()
  server.refuse(startCircuitReport, 500, 'Nothing was started. Try again.')
  await user.click(generateAll())
  await expectToast('Generation Failed', 'Nothing was started. Try again.')
  expect(server.callsOf(startCircuitReport).map(({ body }) => body)).toEqual([
    { circuits: ['NY-2', 'NY-10'] },
  ])
  await waitFor(() => expect(row('NY-10')).toHaveTextContent('Missing'))
})

/** Makes the reports of the newest job, as its runner does. */
async function makeReports(server: PageServer) {
  const job = await server.db
    .selectFrom('jobs')
    .select(['id', 'targets'])
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  await claimJob(server.db, job.id, 'runner')
  for (const target of JSON.parse(job.targets ?? '[]')) {
    const report = reportOf(job.id, target, `made-${target}`)
    await insertCurrentReport(server.db, { ...report, generatedAt: nowIso() })
  }
  await completeJob(server.db, job.id, 'runner', null)
}

test('generates one report, then all that are stale or missing', async () => {
  const server = await startWithCircuits()
  const timers = controlTimers()
  const user = await openBoard(server)
  await user.click(within(row('NY-3')).getByRole('button', { name: /^Generate/ }))
  await expectToast('Reports Generating', 'Started generating 1 circuit report(s)')
  await waitFor(() => expect(row('NY-3')).toHaveTextContent('Generating'))
  await makeReports(server)
  await timers.pass(3_000)
  await waitFor(() => expect(row('NY-3')).toHaveTextContent('Current'))
  await user.click(generateAll())
  await waitFor(() => expectToast('Reports Generating', 'Started generating 2 circuit report(s)'))
  await circuitsCard().findByText('The outdated and missing reports are being made.')
  expect(generateAll()).toBeDisabled()
  await makeReports(server)
  await timers.pass(3_000)
  await circuitsCard().findByText('All reports are up to date.')
  expect(circuitsCard().getAllByText('Current')).toHaveLength(4)
  expect(generateAll()).toBeDisabled()
  expect(figures()).toHaveTextContent('All up to date')
  expect(server.callsOf(startCircuitReport).map(({ body }) => body)).toEqual([
    { circuits: ['NY-3'] },
    { circuits: ['NY-2', 'NY-10'] },
  ])
})

test('more circuits than a job accepts take two jobs, and twenty are shown', async () => {
  const server = await startPageServer()
  server.answer(getCoverage, {
    circuits: Array.from({ length: 600 }, (_, index) => ({
      circuit: `NY-${index + 1}`,
      congregations: 14,
      volunteers: index === 0 ? 0 : 12_500,
      trained: index === 0 ? 0 : 12_499,
      available: 0,
      report: 'missing' as const,
      newestReport: null,
    })),
    lastExport: null,
    lastImport: minutesAgo(90),
    jobsByDay: [],
    availability: { timeSlots: [], counts: [], onceTrained: [], isTrainingKnown: true },
  })
  server.answer(startCircuitReport, { jobId: 'job', message: 'The reports are being made.' })
  const user = await openBoard(server)
  expect(circuitsCard().getByText('600 reports to generate.')).toBeInTheDocument()
  expect(row('NY-1')).toHaveTextContent(/^NY-1140NoneNoneMissing/)
  expect(row('NY-2')).toHaveTextContent('12,500100%0%')
  await waitFor(() => expect(namesInOrder()).toHaveLength(20))
  await user.click(screen.getByRole('button', { name: 'Show 50 more of 600 circuits' }))
  await waitFor(() => expect(namesInOrder()).toHaveLength(70))
  // Another order begins with its first rows.
  await user.click(screen.getByRole('button', { name: 'Circuit' }))
  await waitFor(() => expect(namesInOrder()).toHaveLength(20))
  expect(namesInOrder()[0]).toBe('NY-600')
  await user.click(generateAll())
  await expectToast('Reports Generating', 'Started generating 600 circuit report(s)')
  const names = Array.from({ length: 600 }, (_, index) => `NY-${index + 1}`)
  expect(server.callsOf(startCircuitReport).map(({ body }) => body)).toEqual([
    { circuits: names.slice(0, 500) },
    { circuits: names.slice(500) },
  ])
})

test('says how many could serve and how many in an earlier month, and opens all months', async () => {
  const server = await startWithCircuits()
  const admin = await server.as('admin')
  for (const address of [
    '/dashboard/circuits/NY-1',
    '/dashboard/circuits/NY-1/congregations/Central',
  ]) {
    const user = await openPage(address, admin)
    await user.click(await screen.findByText(/^30 trained and available; 23 in March( 2026)?$/))
    const months = within(screen.getByRole('table', { name: /each month/ }))
    expect(months.getAllByRole('row').map((each) => each.textContent)).toEqual([
      'MonthVolunteersTrainedAvailableTrained and available',
      'Nov 202641353130',
      'Mar 202641352423',
    ])
  }
  await server.db.deleteFrom('month_figures').where('month', '=', '2026-03').execute()
  await raiseVersion(server.db, 'volunteers')
  await openPage('/dashboard/circuits/NY-1', admin)
  await screen.findByRole('region', { name: 'Congregations' })
  expect(screen.queryByText(/trained and available;/)).toBeNull()
})

test('says how many people of a place have to be corrected and why, and leads to them', async () => {
  const server = await startPageServer()
  const well = { phone: '212 555 0100', email: 'ann@example.org' }
  const [wrong = ''] = await insertPeople(server.db, [
    { name: ['Wu', 'Ng'], ...well },
    { name: ['Bo', 'Ray'] },
    { name: ['Cy', 'Fox'], phone: well.phone, congregation: 'Lake' },
    { name: ['Di', 'Low'], ...well, congregation: 'Hill' },
    { name: ['Ed', 'Kay'], circuit: 'NY-2' },
  ])
  const admin = await server.as('admin')
  const list = { kind: 'circuit', place: 'NY-1', day: localDay(Date.now()), timeSlot: 'Morning' }
  const { id } = (
    await admin.inject({ method: 'POST', url: '/api/call-lists', payload: list })
  ).json()
  const url = `/api/call-lists/${id}/outcomes/${wrong}`
  await admin.inject({ method: 'PUT', url, payload: { outcome: 'wrong-number' } })
  const address = (congregation = '') => `/dashboard/circuits/NY-1${congregation}`
  let user = await openPage(address('/congregations/Park'), admin)
  await screen.findByRole('link', {
    name: '2 to correct: 1 wrong number, 1 without any, 1 without e-mail; one person can have several',
  })
  await openPage(address('/congregations/Hill'), admin)
  expect(await screen.findByRole('link', { name: 'All 1 volunteer' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /to correct/ })).toBeNull()
  user = await openPage(address(), admin)
  await user.click(
    await screen.findByRole('link', {
      name: '3 to correct: 1 wrong number, 1 without any, 2 without e-mail; one person can have several',
    }),
  )
  expect(await screen.findByText('3 volunteers found')).toBeVisible()
  expect(location.search).toBe(
    '?circuit=NY-1&mark=wrong-number&mark=no-phone&mark=doubtful-phone&mark=no-email',
  )
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getByRole('menuitem', { name: 'To print, by congregation (PDF)' })).toBeVisible()
})

test('opens a circuit: its congregations, its people, its availability and its reports', async () => {
  const server = await startWithCircuits()
  let user = await openBoard(server)
  await user.click(screen.getByRole('link', { name: 'NY-1' }))
  expect(location.pathname).toBe('/dashboard/circuits/NY-1')
  await screen.findByRole('region', { name: 'Congregations' })
  expect(document.title).toBe('Circuit NY-1 · SMPW Dashboard')
  expect(figures()).toHaveTextContent(/Circuit reportCurrent/)
  await screen.findByRole('table', { name: 'Volunteers and report of each congregation' })
  expect(row('Central')).toHaveTextContent('Out of date')
  expect(row('Park of NY-1')).toHaveTextContent('Missing')
  expect(screen.getByRole('table', { name: /^Volunteers who can serve/ })).toBeInTheDocument()
  const reports = within(await screen.findByRole('list', { name: 'Reports of NY-1' }))
  expect(reports.getAllByRole('listitem')).toHaveLength(3)
  expect(reports.getAllByRole('listitem')[0]).toHaveTextContent(/^Circuit report/)
  expect(await screen.findByRole('link', { name: 'All 4 volunteers' })).toHaveAttribute(
    'href',
    '/dashboard/volunteers?circuit=NY-1',
  )
  server.refuse(startCongregationReport, 500, 'No.')
  await user.click(within(row('Central')).getByRole('button', { name: /^Generate/ }))
  await expectToast('Generation Failed', 'No.')
  expect(server.callsOf(startCongregationReport).map(({ body }) => body)).toEqual([
    { congregations: ['Central (NY-1)'] },
  ])
  await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
  expect(await screen.findByRole('region', { name: 'Circuits' })).toBeInTheDocument()
  const admin = await server.as('admin')
  await openPage('/dashboard/circuits/NY%2099', admin)
  expect(await screen.findByText('Circuit not found')).toBeInTheDocument()
  const refused = server.refuse(getCircuit, 503, 'Not ready.')
  user = await openPage('/dashboard/circuits/NY-1', admin)
  expect(await screen.findByText('The circuit could not be loaded')).toBeInTheDocument()
  refused.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Congregations' })).toBeInTheDocument()
})
