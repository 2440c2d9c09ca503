import { getAutomationStatus } from '@dashboard/contract/automation'
import { reviewImport } from '@dashboard/contract/imports'
import { cancelJob, listJobs } from '@dashboard/contract/jobs'
import {
  downloadReports,
  startCircuitReport,
  startCongregationReport,
} from '@dashboard/contract/reports'
import { importSheet, startExport, startExportAndImport } from '@dashboard/contract/sync'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { insertCurrentReport, reportOf } from '@dashboard/server/test/report-rows'
import { storedReport } from '@dashboard/server/test/reports'
import { smallSheet } from '@dashboard/server/test/sheet-user'
import { activeUser } from '@dashboard/server/test/users'
import { recordExport, recordImport } from '@dashboard/store/automation-status'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { jobRow, runningRow, waitingRow, writeJobs } from '@dashboard/store/test/job-rows'
import { queuedJob } from '@dashboard/store/test/jobs'
import { anyTime } from '@dashboard/store/test/shown-times'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { controlTimers, openAgain, openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { startWithSheet } from '../sheet-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The sync page in each of its states. What needs layout is in e2e/journeys/sync.spec.ts.
 */

const exportBox = () => screen.getByRole('checkbox', { name: 'Export from Locust' })
const importBox = () => screen.getByRole('checkbox', { name: 'Import to SMPW Dashboard' })
const runButton = () => screen.getByRole('button', { name: 'Run' })
const lastSync = () => screen.findByRole('region', { name: 'Last sync' })
const neverRun = () => screen.queryAllByText('Never run')
const instant = new RegExp(`^${anyTime}$`)

async function openSync(server: PageServer, role: 'admin' | 'user' = 'admin') {
  const user = await openPage('/dashboard/sync', await server.as(role))
  await screen.findByText(/^(Ready to run|Sync in progress\.\.\.|Not known right now)$/)
  return user
}

/** Returns the queued or running job of a type. */
async function activeJob(db: Db, type: 'export' | 'import' | 'congregation-report') {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('type', '=', type)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
}

/** Ends the export that is queued, as its runner does. */
async function runExport(db: Db): Promise<void> {
  const { id } = await activeJob(db, 'export')
  await claimJob(db, id, 'runner')
  await recordExport(db, { source: 'Locust', rows: 403, isSampleData: false })
  await completeJob(db, id, 'runner', { rowCount: 403, isSampleData: false })
}

async function failExport(db: Db): Promise<void> {
  const { id } = await activeJob(db, 'export')
  await claimJob(db, id, 'runner')
  const failure = {
    error: 'Locust did not send volunteers.',
    details: 'It sent a web page instead of data. Check LOCUST_URL.',
  }
  await failJob(db, id, 'runner', { ...failure, kind: 'outside-system' })
}

test('nothing has run yet, and at least one box must be ticked', async () => {
  const server = await startPageServer()
  const user = await openSync(server)
  await waitFor(() => expect(neverRun()).toHaveLength(2))
  expect(screen.queryByRole('region', { name: 'Last sync' })).toBeNull()
  await user.click(exportBox())
  expect(runButton()).toBeEnabled()
  await user.click(importBox())
  expect(runButton()).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Review changes first' })).toBeNull()
  await user.click(exportBox())
  expect(runButton()).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Review changes first' })).toBeNull()
})

test('an import without a sheet fails with the reason, which stays for those who open the page later', async () => {
  const { server } = await startWithSheet()
  const user = await openSync(server)
  await user.click(exportBox())
  await user.click(runButton())
  await expectToast('Import Failed', 'There is no sheet to read yet')
  await openSync(server, 'user')
  const alert = within(await screen.findByRole('main')).getByRole('alert')
  expect(alert).toHaveTextContent('The last import failed')
  expect(alert).toHaveTextContent('There is no sheet to read yet')
  expect(screen.getByText('Ready to run')).toBeInTheDocument()
  expect(neverRun()).toHaveLength(2)
})

test('an import alone says what it imported, and what it skipped', async () => {
  const { server } = await startWithSheet(`${smallSheet}\n,Nameless,NY-2,East`)
  const user = await openSync(server)
  await user.click(exportBox())
  await user.click(runButton())
  await expectToast('Import Completed', 'Imported 3 rows and synchronized 2 circuits.')
  expect(server.callsOf(importSheet)).toHaveLength(1)
  expect(server.callsOf(startExport)).toHaveLength(0)
  const last = await lastSync()
  expect(last).toHaveTextContent(
    /Run by Ada Admin, .*3 volunteers \(3 new\)1 row skipped: see which/,
  )
  await waitFor(() => expect(neverRun()).toHaveLength(1))
  expect(screen.getByText(instant)).toBeInTheDocument()
  expect(screen.getByText('Ready to run')).toBeInTheDocument()
  await user.click(within(last).getByRole('link', { name: 'See what changed' }))
  expect(location.pathname).toMatch(/^\/dashboard\/sync\/imports\//)
})

test('an export runs alone', async () => {
  const server = await startPageServer()
  const timers = controlTimers()
  const user = await openSync(server)
  await user.click(importBox())
  await user.click(runButton())
  const { id } = await waitFor(() => activeJob(server.db, 'export'))
  await expectToast('Export Started', `Job #${id.slice(-3)} queued.`)
  expect(await screen.findByText('Sync in progress...')).toBeInTheDocument()
  await runExport(server.db)
  await timers.pass(3_000)
  expect(await screen.findByText('Ready to run')).toBeInTheDocument()
  await waitFor(() => expect(neverRun()).toHaveLength(1))
  expect(screen.getByText(instant)).toBeInTheDocument()
  expect(await lastSync()).toHaveTextContent('403 volunteers copied into the spreadsheet')
})

test('both run one after the other, announced as well as shown', async () => {
  const server = await startPageServer()
  const timers = controlTimers()
  const user = await openSync(server)
  await user.click(runButton())
  const { id } = await waitFor(() => activeJob(server.db, 'export'))
  await expectToast(
    'Export + Import Started',
    `Job #${id.slice(-3)} queued. The import follows when it completes.`,
  )
  const running = await screen.findByRole('region', { name: 'Running sync' })
  expect(within(running).getAllByRole('listitem')).toHaveLength(2)
  expect(running).toHaveTextContent('Starts when the export completes')
  expect(document.title).toBe('2 jobs waiting · Locust Sync · SMPW Dashboard')
  await runExport(server.db)
  await timers.pass(3_000)
  await waitFor(() => expect(running).toHaveTextContent(/Export from Locust.*Completed after/))
  await screen.findByText('Export from Locust completed.')
  const importing = await activeJob(server.db, 'import')
  await claimJob(server.db, importing.id, 'runner')
  await recordImport(server.db, { source: 'the file', metadata: {}, at: nowIso() })
  await completeJob(server.db, importing.id, 'runner', { rowCount: 395, circuitsCount: 4 })
  await timers.pass(3_000)
  await screen.findByText(/^Import to SMPW Dashboard completed\./)
  expect(await screen.findByText('Ready to run')).toBeInTheDocument()
  expect(document.title).toBe('Locust Sync · SMPW Dashboard')
  await waitFor(() => expect(neverRun()).toHaveLength(0))
})

test('an export that fails after its start is reported, and its error stays until the next sync', async () => {
  const server = await startPageServer()
  const timers = controlTimers()
  const user = await openSync(server)
  await user.click(runButton())
  // 'Sync in progress...' is shown before the server has the job.
  await expectToast('Export + Import Started')
  await failExport(server.db)
  await timers.pass(3_000)
  await expectToast('Sync Failed', 'Locust did not send volunteers.')
  const main = within(screen.getByRole('main'))
  const alert = await main.findByRole('alert')
  expect(alert).toHaveTextContent('The last export failed')
  expect(alert).toHaveTextContent('Locust did not send volunteers.')
  expect(within(alert).getByText('Details')).toBeInTheDocument()
  expect(alert).toHaveTextContent('Check LOCUST_URL.')
  expect(await lastSync()).toHaveTextContent('Did not run')
  await writeJobs(server.db, runningRow())
  await timers.pass(30_000)
  expect(await screen.findByText('Sync in progress...')).toBeInTheDocument()
  expect(main.queryByText('The last export failed')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Last sync' })).toBeNull()
})

test('what only the operator can fix is told to administrators only', async () => {
  const server = await startPageServer()
  await queuedJob(server.db)
  await failExport(server.db)
  await openSync(server, 'user')
  expect(await screen.findByText('The last export failed')).toBeInTheDocument()
  expect(screen.queryByText('Details')).toBeNull()
})

test('a completed step stays, a retry is shown, and the sync can be cancelled', async () => {
  const server = await startPageServer()
  const done = jobRow({ elapsedTime: '45s' })
  const running = runningRow({
    type: 'import',
    dependsOn: done.id,
    retrying: { system: 'spreadsheet', attempt: 3, tries: 8 },
  })
  await writeJobs(server.db, done, running)
  const user = await openSync(server)
  const steps = within(await screen.findByRole('region', { name: 'Running sync' })).getAllByRole(
    'listitem',
  )
  expect(steps).toHaveLength(2)
  expect(steps[0]).toHaveTextContent(/Export from Locust.*Completed after 45s/)
  expect(steps[1]).toHaveTextContent('The spreadsheet service does not answer; try 3 of 8')
  await user.click(screen.getByRole('button', { name: 'Cancel sync' }))
  await expectToast('Job Cancelled')
  expect(server.callsOf(cancelJob).map(({ path }) => path)).toEqual([
    `/api/jobs/${running.id}/cancel`,
  ])
  expect(await lastSync()).toHaveTextContent(/Cancelled by Ada Admin/)
  expect(screen.getByText('Ready to run')).toBeInTheDocument()
  expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull()
})

test('a sync of somebody else shows its steps and leads to the monitor', async () => {
  const server = await startPageServer()
  const running = runningRow({
    progress: 42,
    step: 'Reading volunteers from Locust: 1,200 so far',
    createdBy: 'Grace Hopper',
  })
  await writeJobs(server.db, running, waitingRow(running.id))
  const user = await openSync(server, 'user')
  expect(await screen.findByText('Sync in progress...')).toBeInTheDocument()
  expect(screen.getAllByText('Started by Grace Hopper')).not.toHaveLength(0)
  expect(screen.getByText('Reading volunteers from Locust: 1,200 so far')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Export from Locust' })).toHaveAttribute(
    'aria-valuenow',
    '42',
  )
  const busy = screen.getByRole('button', { name: 'Running...' })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  await user.click(busy)
  expect(server.callsOf(startExportAndImport)).toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Review changes first' })).toBeDisabled()
  await user.click(screen.getByRole('link', { name: 'Watch the jobs' }))
  expect(location.pathname).toBe('/dashboard/monitor')
})

const starts = [
  {
    endpoint: startExportAndImport,
    boxes: [],
    button: 'Run',
    title: 'Export + Import Failed',
    fallback: 'Failed to start export and import flow.',
  },
  {
    endpoint: reviewImport,
    boxes: [],
    button: 'Review changes first',
    title: 'Export + Review Failed',
    fallback: 'Failed to start the export and the review.',
  },
  {
    endpoint: startExport,
    boxes: [importBox],
    button: 'Run',
    title: 'Export Failed',
    fallback: 'Failed to start data export.',
  },
  {
    endpoint: importSheet,
    boxes: [importBox, exportBox],
    button: 'Run',
    title: 'Import Failed',
    fallback: 'Failed to import data from Google Sheets.',
  },
  {
    endpoint: reviewImport,
    boxes: [],
    button: 'Review changes first',
    title: 'Review Failed',
    fallback: 'Failed to start the review.',
  },
]

test('each refused start has its own title and the reason of the server, or a sentence', async () => {
  const server = await startPageServer()
  const user = await openSync(server)
  for (const { endpoint, boxes, button, title, fallback } of starts) {
    for (const box of boxes) await user.click(box())
    server.refuse(endpoint, 409, 'An export is already queued or running.')
    await user.click(await screen.findByRole('button', { name: button }))
    await expectToast(title, 'An export is already queued or running.')
    server.refuse(endpoint, 500, '')
    await user.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expectToast(title, fallback))
    server.restore(endpoint)
  }
})

test('Run is busy while it starts, and sends one call', async () => {
  const server = await startPageServer()
  const user = await openSync(server)
  server.hold(startExportAndImport)
  await user.click(runButton())
  await user.click(await screen.findByRole('button', { name: 'Running...' }))
  expect(screen.getByText('Sync in progress...')).toBeInTheDocument()
  expect(server.callsOf(startExportAndImport)).toHaveLength(1)
})

test('times are left out while they are loading', async () => {
  const server = await startPageServer()
  server.hold(getAutomationStatus)
  await openSync(server)
  expect(screen.getByText('Last Import')).toBeInTheDocument()
  expect(neverRun()).toHaveLength(0)
  expect(screen.queryByText('Unknown')).toBeNull()
})

test('times that cannot be loaded say so and can be loaded again', async () => {
  const server = await startPageServer()
  const refused = server.refuse(getAutomationStatus, 503, 'Not ready.')
  const user = await openSync(server)
  expect(
    await screen.findByText('The times of the last sync could not be loaded'),
  ).toBeInTheDocument()
  expect(screen.getByText('Not ready.')).toBeInTheDocument()
  expect(screen.getAllByText('Unknown')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('Not ready.')).toBeInTheDocument()
  refused.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(neverRun()).toHaveLength(2))
  expect(screen.queryByText('Not ready.')).toBeNull()
})

test('an alert beside the dot says that the server does not answer', async () => {
  const server = await startPageServer()
  server.disconnect(listJobs)
  await openSync(server)
  expect(
    await screen.findByText('Whether a sync is running could not be loaded'),
  ).toBeInTheDocument()
  expect(screen.getByText('Not known right now')).toBeInTheDocument()
  expect(screen.queryByText('Ready to run')).toBeNull()
})

test('one toast says for how many circuits and congregations reports are made again', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  await server.db.deleteFrom('jobs').where('status', '=', 'queued').execute()
  const otherFrame = server.db.updateTable('reports').set({ frameDigest: 'another' })
  await otherFrame.where('id', '=', 'NY-2-new').execute()
  const user = await openSync(server)
  expect(await screen.findByText('3 reports are now out of date')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Make them again' }))
  await expectToast(
    'Reports Generating',
    'Started generating 1 circuit and 2 congregation report(s)',
  )
  expect(server.callsOf(startCircuitReport).map(({ body }) => body)).toEqual([
    { circuits: ['NY-2'] },
  ])
  expect(server.callsOf(startCongregationReport)).toHaveLength(1)
})

test('a refusal after the first job was started says what was started', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  await server.db.deleteFrom('jobs').where('status', '=', 'queued').execute()
  const otherFrame = server.db.updateTable('reports').set({ frameDigest: 'another' })
  await otherFrame.where('id', '=', 'NY-2-new').execute()
  const user = await openSync(server)
  server.refuse(startCongregationReport, 409, 'Too many jobs.')
  await user.click(await screen.findByRole('button', { name: 'Make them again' }))
  await expectToast(
    'Generation Failed',
    'Started generating 1 circuit report(s). The others failed: Too many jobs.',
  )
})

test('reports that an import has made out of date are made again, and downloaded, from here', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  await server.db.deleteFrom('jobs').where('status', '=', 'queued').execute()
  const timers = controlTimers()
  const user = await openSync(server)
  expect(await screen.findByText('2 reports are now out of date')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Make them again' }))
  const targets = ['Central (NY-1)', 'Central (NY-2)']
  expect(server.callsOf(startCongregationReport).map(({ body }) => body)).toEqual([
    { congregations: targets },
  ])
  await waitFor(() => expect(screen.queryByText(/now out of date/)).toBeNull())
  const job = await activeJob(server.db, 'congregation-report')
  await claimJob(server.db, job.id, 'runner')
  for (const target of targets) {
    const circuitId = target.slice(-5, -1)
    const report = { ...reportOf(job.id, target), circuitId, congregation: 'Central' }
    await insertCurrentReport(server.db, { ...report, generatedAt: nowIso() })
  }
  await completeJob(server.db, job.id, 'runner', null)
  await timers.pass(3_000)
  expect(await screen.findByText('2 reports are ready')).toBeInTheDocument()
  expect(screen.queryByText(/now out of date/)).toBeNull()
  server.hold(downloadReports)
  const download = screen.getByRole('button', { name: 'Download these 2' })
  await user.click(download)
  await waitFor(() => expect(server.callsOf(downloadReports)).toHaveLength(1))
  expect(download).toHaveAttribute('aria-disabled', 'true')
})

/** Opens the sync page as a user who has made two reports, one of which is out of date since. */
async function openWithReports() {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  await server.db.deleteFrom('jobs').where('status', '=', 'queued').execute()
  const mia = await activeUser(server.db, { username: 'mia' })
  const generatedAt = nowIso()
  const made = [
    await storedReport(server, { circuit: 'NY-1', generatedAt }),
    await storedReport(server, { circuit: 'NY-2', generatedAt, frameDigest: 'another' }),
  ]
  for (const { jobId } of made) await completeJob(server.db, jobId, 'runner', null)
  const ids = made.map(({ jobId }) => jobId)
  await server.db.updateTable('jobs').set({ createdById: mia.id }).where('id', 'in', ids).execute()
  return openPage('/dashboard/sync', await server.as(mia))
}

test('reports that are ready and those out of date since add up to those that were made', async () => {
  const user = await openWithReports()
  expect(
    await screen.findByText('1 of 2 reports is ready, 1 is out of date since'),
  ).toBeInTheDocument()
  // happy-dom saves no files: it would open the download as a page.
  const stay = (event: Event) => event.preventDefault()
  document.addEventListener('click', stay)
  onTestFinished(() => document.removeEventListener('click', stay))
  await user.click(screen.getByRole('button', { name: 'Download it' }))
  await expectToast('Download Started')
  expect(screen.queryByText(/is ready/)).toBeNull()
})

test('the offer of ready reports is dismissed for good', async () => {
  const user = await openWithReports()
  await screen.findByText('1 of 2 reports is ready, 1 is out of date since')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/is ready/)).toBeNull()
  await openAgain('/dashboard/sync')
  expect(await screen.findByRole('button', { name: 'Make them again' })).toBeInTheDocument()
  expect(screen.queryByText(/is ready/)).toBeNull()
})
