import { getJob, type Job, retryJob, syncJob } from '@dashboard/contract/jobs'
import {
  changeJob,
  failedRow,
  jobRow,
  runningRow,
  waitingRow,
  writeJobs,
} from '@dashboard/store/test/job-rows'
import { shownTime } from '@dashboard/store/test/shown-times'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rowButton } from '../job-rows.ts'
import { controlTimers, openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The job details dialog: facts, failures and buttons. What needs layout is in
 * e2e/journeys/job-details.spec.ts, the log in job-log.spec.ts beside it.
 */

const manyTargets = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)
const onGithub = {
  githubRunId: '17',
  githubRunUrl: 'https://github.example/acme/dashboard/actions/runs/17',
}

/** Opens a job's details on the monitor, as a link does. */
const openDetails = async (server: PageServer, id: string, role: 'admin' | 'user' = 'admin') =>
  openPage(`/dashboard/monitor?job=${id}`, await server.as(role))

async function startWith(...jobs: Job[]) {
  const server = await startPageServer()
  await writeJobs(server.db, ...jobs)
  return server
}

const findDialog = () => screen.findByRole('dialog', { name: /^Job Details/ })
const dialog = () => within(screen.getByRole('dialog', { name: /^Job Details/ }))

/** Returns the value beside a label of the facts. */
async function findFact(label: string): Promise<HTMLElement> {
  const term = await within(await findDialog()).findByText(label, { selector: 'dt' })
  return within(term.parentElement ?? term).getByRole('definition')
}

test('a running report job', async () => {
  const job = runningRow({ type: 'circuit-report', targets: manyTargets, ...onGithub })
  await openDetails(await startWith(job), job.id)
  expect(await findFact('Status')).toHaveTextContent('Running')
  expect(await findDialog()).toHaveAccessibleName(`Job Details ${job.id.slice(-8)}`)
  expect(await findFact('Progress')).toHaveTextContent('15%Making report 7 of 40: NY-10')
  expect(await findFact('Elapsed Time')).toHaveTextContent(/^[12]m \d+s$/)
  expect(await findFact('Started by')).toHaveTextContent('Ada Lovelace')
  expect(await findFact('Circuits')).toHaveTextContent('Processing 40 circuits')
  expect(dialog().queryByText('Completed')).not.toBeInTheDocument()
  expect(dialog().getByText('Syncing with GitHub every 3s')).toBeInTheDocument()
  expect(dialog().getByRole('link', { name: /^View Workflow Details/ })).toHaveAttribute(
    'target',
    '_blank',
  )
})

test('times are those of the installation, whatever the zone of the browser', async () => {
  const job = failedRow({
    startedAt: '2026-01-15T04:30:00.000Z',
    completedAt: '2026-07-15T03:15:00.000Z',
    elapsedTime: '3m 5s',
  })
  await openDetails(await startWith(job), job.id)
  expect(await findFact('Started')).toHaveTextContent(shownTime('2026-01-14 23:30'))
  expect(await findFact('Completed')).toHaveTextContent(
    `${shownTime('2026-07-14 23:15')}after 3m 5s`,
  )
})

test('a report job that failed in part retries what failed, and shows the job that does', async () => {
  const job = failedRow({
    type: 'congregation-report',
    targets: ['Astoria', 'Flushing'],
    progress: 50,
    error: '1 of 2 reports failed: Astoria: It is no longer there.',
    failureKind: 'other',
    reports: { made: 1, total: 2 },
  })
  const server = await startWith(job)
  const user = await openDetails(server, job.id)
  expect(await findFact('Congregations')).toHaveTextContent('Processing 2 congregations')
  expect(dialog().getByRole('alert')).toHaveTextContent(
    /^Error1 of 2 reports failed: Astoria: It is no longer there\.The reports made before/,
  )
  expect(dialog().queryByText('Syncing with GitHub every 3s')).not.toBeInTheDocument()
  expect(dialog().getByRole('button', { name: 'Retry all' })).toBeEnabled()
  await user.click(dialog().getByRole('button', { name: 'Retry failed only' }))
  await expectToast('Job Retried', 'The job is queued again.')
  expect(server.callsOf(retryJob).map(({ body }) => body)).toEqual([{ failedOnly: true }])
  await waitFor(async () =>
    expect(await findDialog()).not.toHaveAccessibleName(`Job Details ${job.id.slice(-8)}`),
  )
})

test('a retry is sent once, and no other while it runs', async () => {
  const reports = { made: 1, total: 2 }
  const job = failedRow({ type: 'circuit-report', targets: ['NY-1', 'NY-2'], reports })
  const server = await startWith(job)
  const user = await openDetails(server, job.id)
  await findFact('Status')
  server.hold(retryJob)
  await user.click(dialog().getByRole('button', { name: 'Retry failed only' }))
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Retry all' })).toBeDisabled())
  await user.click(dialog().getByRole('button', { name: 'Retry all' }))
  await user.click(dialog().getByRole('button', { name: 'Retry failed only' }))
  expect(server.callsOf(retryJob)).toHaveLength(1)
})

test('a report job that stopped before its first report, and the last one made', async () => {
  // An older server sends no count of reports.
  const job = failedRow({
    type: 'circuit-report',
    targets: manyTargets,
    progress: 50,
    step: 'Making report 21 of 40: NY-21',
    error: 'Stopped making reports at 21 of 40: NY-21: The disk is full',
  })
  const server = await startWith(job)
  await openDetails(server, job.id)
  await findFact('Status')
  const alert = () => dialog().getByRole('alert')
  expect(alert()).toHaveTextContent('The disk is full')
  expect(alert()).toHaveTextContent('Retry it; if it fails again, the log below says where.')
  expect(alert()).not.toHaveTextContent('Download Center')
  expect(dialog().getByRole('button', { name: /^Retry/ })).toHaveTextContent('Retry')

  await changeJob(server.db, job.id, { reports: { made: 40, total: 40 } })
  await openDetails(server, job.id)
  await findFact('Status')
  expect(alert()).toHaveTextContent('Its reports have all been made')
  expect(dialog().getByRole('button', { name: /^Retry/ })).toHaveTextContent('Retry')
})

test('an import whose export was cancelled names who did that', async () => {
  const job = failedRow({
    type: 'import',
    error: 'The export it depends on failed',
    failureKind: 'dependency',
    cancelledBy: 'Grace Hopper',
  })
  await openDetails(await startWith(job), job.id)
  expect(await findFact('Status')).toHaveTextContent('FailedDid not run')
  expect(dialog().queryByRole('alert')).not.toBeInTheDocument()
  const note = dialog().getByRole('note')
  expect(note).toHaveTextContent(
    'Cancelled together with the export it waited for, by Grace Hopper',
  )
  expect(note).toHaveTextContent('Run the sync again to start both.')
})

test('everything about a job is in the order of the specification', async () => {
  const failed = failedRow({ type: 'circuit-report', targets: manyTargets, ...onGithub })
  const running = runningRow()
  const server = await startWith(failed, running)
  const labels = async () => {
    await within(await findDialog()).findByRole('heading', { name: 'Logs' })
    const found = (await findDialog()).querySelectorAll('dt, h3, [role=alert] p.font-semibold')
    return Array.from(found, ({ textContent }) => textContent)
  }
  await openDetails(server, failed.id)
  expect(await labels()).toEqual([
    ...['Status', 'Progress', 'Started', 'Completed', 'Started by', 'Circuits'],
    ...['Error', 'Logs'],
  ])
  await openDetails(server, running.id)
  expect(await labels()).toEqual([
    ...['Status', 'Progress', 'Started', 'Elapsed Time', 'Started by', 'Target', 'Logs'],
  ])
})

test('an import that the guard has stopped leads to what it would have changed', async () => {
  const stopped = failedRow({ type: 'import', failureKind: 'guard', importId: 'some-import' })
  const user = await openDetails(await startWith(stopped), stopped.id)
  await findFact('Status')
  expect(await findDialog()).toHaveTextContent('an administrator can confirm it there')
  await user.click(dialog().getByRole('link', { name: 'Open its page' }))
  expect(location.pathname).toBe('/dashboard/sync/imports/some-import')
})

test('a waiting job has not started and has no logs; once cancelled it says by whom', async () => {
  const running = runningRow()
  const waiting = waitingRow(running.id)
  const user = await openDetails(await startWith(running, waiting), waiting.id)
  expect(await findFact('Status')).toHaveTextContent('Waiting')
  expect(await findFact('Started')).toHaveTextContent('Not started')
  expect(await findFact('Target')).toHaveTextContent('All volunteers')
  expect(dialog().getByText('Starts when the export completes')).toBeInTheDocument()
  expect(await dialog().findByText('No logs available')).toBeInTheDocument()
  await user.click(dialog().getByRole('button', { name: 'Cancel Job' }))
  await expectToast('Job Cancelled', 'The job was cancelled.')
  await waitFor(async () =>
    expect(await findFact('Status')).toHaveTextContent(/^FailedCancelled by Ada Admin/),
  )
  expect(dialog().getByRole('note')).toHaveTextContent(/ErrorCancelled by .*Retry it/)
})

test('a job is dismissed after a question, and its details close', async () => {
  const job = failedRow()
  const user = await openDetails(await startWith(job), job.id)
  await findFact('Status')
  await user.click(dialog().getByRole('button', { name: 'Dismiss' }))
  await user.click(await screen.findByRole('button', { name: 'Dismiss job' }))
  await expectToast('Job Dismissed', 'The job was dismissed.')
  expect(await screen.findByText('No jobs found')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(location.search).toBe('')
})

test('a job that is still loading shows what the list has', async () => {
  const job = runningRow()
  const server = await startWith(job)
  server.hold(syncJob)
  server.hold(getJob)
  await openDetails(server, job.id)
  expect(await findFact('Status')).toHaveTextContent('Running')
  expect(dialog().queryByText('No logs available')).not.toBeInTheDocument()
})

test('a log that cannot be loaded says so, and is loaded at the next try', async () => {
  const job = failedRow()
  const server = await startWith(job)
  const user = await openPage('/dashboard/monitor', await server.as('admin'))
  const away = server.disconnect(getJob)
  await screen.findByRole('list', { name: 'Failed jobs' })
  await user.click(rowButton(job.id, 'View Details'))
  expect(await dialog().findByText('Failed to fetch job')).toBeInTheDocument()
  expect(dialog().queryByText('No logs available')).not.toBeInTheDocument()
  away.restore()
  await user.click(dialog().getByRole('button', { name: 'Try again' }))
  expect(await dialog().findByRole('region', { name: 'Log' })).toBeInTheDocument()
  expect(dialog().queryByText('Failed to fetch job')).not.toBeInTheDocument()
})

test('a job that no longer exists, and one that cannot be loaded, say so', async () => {
  const server = await startPageServer()
  const id = '00000000-0000-4000-8000-000000000000'
  await openDetails(server, id)
  expect(await screen.findByText('This job is no longer there')).toBeInTheDocument()
  const refused = server.refuse(getJob, 503, 'Not ready.')
  const user = await openDetails(server, id)
  expect(await screen.findByText('Failed to fetch job')).toBeInTheDocument()
  expect(dialog().getByText('Not ready.')).toBeInTheDocument()
  refused.restore()
  await user.click(dialog().getByRole('button', { name: 'Try again' }))
  expect(await dialog().findByText('This job is no longer there')).toBeInTheDocument()
  expect(dialog().queryByText('Not ready.')).not.toBeInTheDocument()
})

test('an active job is synced every 3 s, by a plain read where that fails, until it ends', async () => {
  const job = runningRow()
  const server = await startWith(job, jobRow())
  const timers = controlTimers()
  await openDetails(server, job.id)
  await findFact('Status')
  const synced = server.callsOf(syncJob).length
  await timers.pass(3_100)
  await waitFor(() => expect(server.callsOf(syncJob)).toHaveLength(synced + 1))
  const read = server.callsOf(getJob).length
  server.refuse(syncJob, 502, 'Away.')
  await changeJob(server.db, job.id, { step: 'Making report 24 of 40: NY-24' })
  await timers.pass(3_100)
  expect(await dialog().findByText('Making report 24 of 40: NY-24')).toBeInTheDocument()
  expect(server.callsOf(getJob)).toHaveLength(read + 1)
  await changeJob(server.db, job.id, { status: 'completed', progress: 100, step: null })
  await timers.pass(3_100)
  await waitFor(async () => expect(await findFact('Status')).toHaveTextContent('Completed'))
  const calls = () => server.callsOf(syncJob).length + server.callsOf(getJob).length
  const last = calls()
  await timers.pass(20_000)
  expect(calls()).toBe(last)
})
