import {
  cancelAllJobs,
  cancelJob,
  clearCompletedJobs,
  type Job,
  type jobShows,
  listJobs,
  retryJob,
  syncJobs,
  syncJobsNow,
} from '@dashboard/contract/jobs'
import {
  changeJob,
  failedRow,
  jobRow,
  minutesAgo,
  runningRow,
  waitingRow,
  writeJobs,
} from '@dashboard/store/test/job-rows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findJobRow, jobRowOf, rowButton } from '../job-rows.ts'
import { controlTimers, openAgain, openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The monitor's list and its buttons. What needs layout is in
 * e2e/accessibility/jobs.spec.ts.
 */

const oneOfTwo = { made: 1, total: 2 }
const manyTargets = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)

/** Writes one job of each kind, the newest on top. */
async function startWithOneOfEach() {
  const server = await startPageServer()
  const running = runningRow({ createdBy: 'Grace Hopper' })
  const waiting = waitingRow(running.id)
  const report = runningRow({ type: 'circuit-report', targets: manyTargets })
  const failed = failedRow()
  const partly = failedRow({
    type: 'congregation-report',
    targets: ['Flushing', 'Astoria'],
    error: '1 of 2 reports failed: Flushing: It is no longer there.',
    reports: oneOfTwo,
  })
  const done = jobRow({ completedAt: minutesAgo(100) })
  await writeJobs(server.db, done, partly, failed, report, running, waiting)
  return { server, running, waiting, report, failed, partly, done }
}

const openMonitor = async (server: PageServer, role: 'admin' | 'user' = 'admin') =>
  openPage('/dashboard/monitor', await server.as(role))

const button = (name: string) => screen.getByRole('button', { name })

test('no jobs yet', async () => {
  const user = await openMonitor(await startPageServer())
  expect(await screen.findByText('No jobs found')).toBeInTheDocument()
  expect(screen.queryByText('Live')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Cancel All Jobs' })).not.toBeInTheDocument()
  expect(button('Refresh Status')).toBeEnabled()
  await user.click(button('Clear Completed'))
  await expectToast('Jobs Cleared', 'There were no completed jobs.')
  await user.click(screen.getByRole('link', { name: 'Run a sync' }))
  expect(location.pathname).toBe('/dashboard/sync')
})

test('every kind of job, in its list', async () => {
  const { server, running, waiting, report, failed, partly, done } = await startWithOneOfEach()
  await openMonitor(server)
  expect(await screen.findByText('Live')).toBeInTheDocument()
  expect(jobRowOf(waiting.id)).toHaveTextContent('Waiting')
  expect(jobRowOf(waiting.id)).toHaveTextContent('Starts when the export completes')
  expect(jobRowOf(running.id)).toHaveTextContent('Started by Grace Hopper')
  expect(jobRowOf(running.id)).toHaveTextContent(/Duration: [12]m \d+s/)
  expect(jobRowOf(report.id)).toHaveTextContent('Circuit report · NY-1, NY-2 and 38 more')
  expect(jobRowOf(report.id)).toHaveTextContent('Making report 7 of 40: NY-10')
  expect(within(jobRowOf(report.id)).getByRole('progressbar')).toHaveAttribute(
    'aria-valuenow',
    '15',
  )
  expect(jobRowOf(partly.id)).toHaveTextContent('1 of 2 reports failed')
  expect(jobRowOf(done.id)).toHaveTextContent(/^Completed.*Started .* ago.*Ended .* ago/)
  expect(jobRowOf(done.id)).toHaveTextContent('2m 0s')
  const rows = (label: string) =>
    within(screen.getByRole('list', { name: label })).getAllByRole('listitem')
  // A job stands above the one that depends on it.
  expect(rows('Active jobs')).toEqual([running, waiting, report].map(({ id }) => jobRowOf(id)))
  expect(rows('Failed jobs')).toEqual([failed, partly].map(({ id }) => jobRowOf(id)))
  expect(rows('Completed jobs')).toEqual([jobRowOf(done.id)])
})

test('a filter shows the jobs that it names', async () => {
  const { server, failed, partly, running } = await startWithOneOfEach()
  const user = await openMonitor(server)
  await screen.findByText('Live')
  await user.selectOptions(screen.getByLabelText('Show jobs'), 'failed')
  await waitFor(() => expect(findJobRow(running.id)).toBeNull())
  expect(findJobRow(failed.id)).not.toBeNull()
  await user.selectOptions(screen.getByLabelText('Kind of job'), 'congregation-report')
  await waitFor(() => expect(findJobRow(failed.id)).toBeNull())
  expect(findJobRow(partly.id)).not.toBeNull()
  await user.selectOptions(screen.getByLabelText('Kind of job'), 'review')
  await user.click(await screen.findByRole('button', { name: 'Show all jobs' }))
  await waitFor(() => expect(findJobRow(running.id)).not.toBeNull())
})

test('each filter of the contract shows the jobs that it is for, and no others', async () => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  const rows = {
    all: jobRow(),
    active: runningRow(),
    failed: failedRow(),
    cancelled: failedRow({ failureKind: 'cancelled', cancelledBy: 'Grace Hopper' }),
    mine: jobRow({ createdById: admin.user.id }),
  } satisfies Record<keyof typeof jobShows, Job>
  await writeJobs(server.db, ...Object.values(rows))
  for (const [show, row] of Object.entries(rows)) {
    await openPage(`/dashboard/monitor?show=${show}`, admin)
    await waitFor(() => expect(findJobRow(row.id), show).not.toBeNull())
    const found = Object.values(rows).filter(({ id }) => findJobRow(id))
    expect(found, show).toEqual(show === 'all' ? Object.values(rows) : [row])
  }
})

const reportRows = (count: number) =>
  Array.from({ length: count }, () => jobRow({ type: 'circuit-report', targets: ['NY-1'] }))

test('running jobs are on top however many have ended since, and filters stay in the address', async () => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  const running = runningRow()
  const waiting = waitingRow(running.id)
  const own = failedRow({ createdById: admin.user.id })
  await writeJobs(server.db, running, waiting, ...reportRows(40), failedRow(), own)
  let user = await openPage('/dashboard/monitor', admin)
  await screen.findByRole('heading', { name: 'Completed (40)' })
  const lists = screen.getAllByRole('list', { name: / jobs$/ })
  expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual([
    'Active jobs',
    'Failed jobs',
    'Completed jobs',
  ])
  await user.selectOptions(screen.getByLabelText('Show jobs'), 'failed')
  await waitFor(() => expect(location.search).toBe('?show=failed'))
  user = await openAgain('/dashboard/monitor?show=failed')
  await screen.findByRole('heading', { name: 'Failed (2)' })
  expect(findJobRow(running.id)).toBeNull()
  await user.selectOptions(screen.getByLabelText('Show jobs'), 'mine')
  await screen.findByRole('heading', { name: 'Failed (1)' })
  expect(findJobRow(own.id)).not.toBeNull()
})

// A hundred rows are slow to search by role.
test('a failure of two months ago is found, by paging and by a filter', async () => {
  const server = await startPageServer()
  const twoMonthsAgo = minutesAgo(60 * 24 * 60)
  const old = { error: 'Locust was away.', createdAt: twoMonthsAgo, completedAt: twoMonthsAgo }
  await writeJobs(server.db, failedRow(old), ...reportRows(130))
  const user = await openMonitor(server)
  await screen.findByText('(100)')
  expect(screen.queryByText(old.error)).toBeNull()
  await user.click(screen.getByText('Older'))
  await screen.findByText('(30)')
  expect(screen.getByText(old.error)).toBeInTheDocument()
  await user.click(screen.getByText('Newer'))
  await screen.findByText('(100)')
  await user.selectOptions(screen.getByLabelText('Show jobs'), 'failed')
  await screen.findByText(old.error)
  expect(screen.queryByText('(100)')).toBeNull()
})

test('the list loads, fails, loads again, and then may be out of date', async () => {
  const { server, failed } = await startWithOneOfEach()
  server.hold(listJobs)
  await openMonitor(server)
  expect(await screen.findByText('Loading jobs...')).toBeInTheDocument()
  const refused = server.refuse(listJobs, 503, 'Not ready.')
  const user = await openMonitor(server)
  expect(await screen.findByText('The jobs could not be loaded')).toBeInTheDocument()
  expect(screen.getByText('Not ready.')).toBeInTheDocument()
  refused.restore()
  await user.click(button('Try again'))
  await waitFor(() => expect(findJobRow(failed.id)).not.toBeNull())
  expect(screen.queryByText('Not ready.')).not.toBeInTheDocument()
  const away = server.refuse(listJobs, 503, 'Not ready.')
  await user.click(button('Refresh Status'))
  expect(await screen.findByText('This list may be out of date: Not ready.')).toBeInTheDocument()
  expect(findJobRow(failed.id)).not.toBeNull()
  away.restore()
  await user.click(button('Refresh Status'))
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).not.toBeInTheDocument())
})

test('a failure is reported once, even where the server sent no sentence', async () => {
  const server = await startPageServer()
  const page = server.answerPage(listJobs, 502, 'Bad Gateway')
  const user = await openMonitor(server)
  const title = 'The jobs could not be loaded'
  expect(await screen.findByRole('alert')).toHaveTextContent(
    new RegExp(`^${title}Try againDetailsBad Gateway$`),
  )
  page.restore()
  server.refuse(listJobs, 503, 'Not ready.')
  await user.click(button('Try again'))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(`${title}Not ready.Try again`),
  )
})

test('a report job that made some reports retries only the failed ones', async () => {
  const server = await startPageServer()
  const partly = failedRow({ type: 'circuit-report', targets: ['NY-1', 'NY-2'], reports: oneOfTwo })
  await writeJobs(server.db, partly)
  const user = await openMonitor(server)
  await screen.findByRole('list', { name: 'Failed jobs' })
  await user.click(rowButton(partly.id, 'Retry failed only'))
  await expectToast('Job Retried', 'The job is queued again.')
  expect(server.callsOf(retryJob).map(({ body }) => body)).toEqual([{ failedOnly: true }])
})

test('all jobs are cancelled and the completed ones cleared, each with one press', async () => {
  const { server, done, failed } = await startWithOneOfEach()
  const user = await openMonitor(server)
  await user.click(await screen.findByRole('button', { name: 'Cancel All Jobs' }))
  await expectToast('Jobs Cancelled', 'Cancelled 3 jobs.')
  await waitFor(() => expect(screen.queryByText('Live')).not.toBeInTheDocument())
  expect(screen.queryByRole('button', { name: 'Cancel All Jobs' })).not.toBeInTheDocument()
  await user.click(button('Clear Completed'))
  await expectToast('Jobs Cleared', 'Cleared 1 completed job.')
  await waitFor(() => expect(findJobRow(done.id)).toBeNull())
  expect(findJobRow(failed.id)).not.toBeNull()
})

test('Refresh Status says what it found, and is busy until then', async () => {
  const server = await startPageServer()
  const user = await openMonitor(server)
  await screen.findByText('No jobs found')
  await user.click(button('Refresh Status'))
  await expectToast('Status Refresh Complete', 'All jobs are already up to date.')
  server.answer(syncJobsNow, { success: true, message: '', updated: 2 })
  await user.click(button('Refresh Status'))
  await waitFor(() => expectToast('Status Refresh Complete', 'refreshed 2 job(s)'))
  server.answer(syncJobsNow, { success: false, message: 'No answer.', updated: 0 })
  await user.click(button('Refresh Status'))
  await waitFor(() => expectToast('Status Refresh Complete', 'No answer.'))
  // The toast comes before the jobs were read again.
  await waitFor(() => expect(button('Refresh Status')).not.toHaveAttribute('aria-disabled'))
  server.hold(syncJobsNow)
  await user.click(button('Refresh Status'))
  await user.click(button('Refresh Status'))
  expect(button('Refresh Status')).toHaveAttribute('aria-disabled', 'true')
  expect(server.callsOf(syncJobsNow)).toHaveLength(4)
})

const refusals = [
  {
    endpoint: cancelJob,
    name: 'Cancel Job',
    title: 'Cancel Failed',
    fallback: 'Failed to cancel job.',
  },
  { endpoint: retryJob, name: 'Retry', title: 'Retry Failed', fallback: 'Failed to retry job.' },
  {
    endpoint: syncJobsNow,
    name: 'Refresh Status',
    title: 'Refresh Failed',
    fallback: 'Failed to refresh job status.',
  },
  {
    endpoint: cancelAllJobs,
    name: 'Cancel All Jobs',
    title: 'Cancel All Failed',
    fallback: 'Failed to cancel all jobs.',
  },
  {
    endpoint: clearCompletedJobs,
    name: 'Clear Completed',
    title: 'Clear Failed',
    fallback: 'Failed to clear completed jobs.',
  },
]

test('each refusal has its own title and the reason of the server, or a sentence', async () => {
  const { server } = await startWithOneOfEach()
  const user = await openMonitor(server)
  await screen.findByText('Live')
  for (const { endpoint, name, title, fallback } of refusals) {
    const press = async () => {
      const [first] = screen.getAllByRole('button', { name })
      await waitFor(() => expect(first).not.toHaveAttribute('aria-disabled', 'true'))
      if (first) await user.click(first)
    }
    server.refuse(endpoint, 409, 'Not now.')
    await press()
    await expectToast(title, 'Not now.')
    server.refuse(endpoint, 409, '')
    await press()
    await waitFor(() => expectToast(title, fallback))
  }
})

test('the end of a job is shown in the row, announced, and removed from the tab', async () => {
  const { server, report } = await startWithOneOfEach()
  const timers = controlTimers()
  const user = await openMonitor(server)
  await waitFor(() => expect(findJobRow(report.id)).toHaveTextContent('Running'))
  expect(document.title).toBe('2 jobs running · Monitor · SMPW Dashboard')
  await changeJob(server.db, report.id, {
    status: 'completed',
    progress: 100,
    completedAt: minutesAgo(0),
    elapsedTime: '2m 5s',
  })
  await timers.pass(3_000)
  await waitFor(() => expect(jobRowOf(report.id)).toHaveTextContent('Completed'))
  await screen.findByText(
    'Circuit report for NY-1, NY-2 and 38 more completed. Ready to download on the Reports page.',
  )
  expect(document.title).toBe('1 job running · Monitor · SMPW Dashboard')
  await user.click(screen.getByRole('link', { name: 'Reports' }))
  await waitFor(() => expect(document.title).toBe('1 job running · Reports · SMPW Dashboard'))
})

test('the list is read every 3 s while a job is active, then every 30 s', async () => {
  const server = await startPageServer()
  const running = runningRow()
  await writeJobs(server.db, running)
  const timers = controlTimers()
  await openMonitor(server)
  await screen.findByText('Live')
  const calls = () => server.callsOf(listJobs).length
  const before = calls()
  await timers.pass(3_100)
  await waitFor(() => expect(calls()).toBe(before + 1))
  await changeJob(server.db, running.id, { status: 'completed', progress: 100 })
  await timers.pass(3_100)
  await waitFor(() => expect(screen.queryByText('Live')).not.toBeInTheDocument())
  const ended = calls()
  const synced = server.callsOf(syncJobs).length
  await timers.pass(20_000)
  expect(calls()).toBe(ended)
  expect(server.callsOf(syncJobs)).toHaveLength(synced)
  await timers.pass(10_000)
  await waitFor(() => expect(calls()).toBe(ended + 1))
})

test('a filtered list is read every 3 s while a job is active', async () => {
  const server = await startPageServer()
  const running = runningRow()
  await writeJobs(server.db, running)
  const timers = controlTimers()
  await openPage('/dashboard/monitor?show=failed', await server.as('admin'))
  await screen.findByText('No job matches the filters.')
  await changeJob(server.db, running.id, { status: 'failed', error: 'Locust is away.' })
  await timers.pass(3_100)
  await waitFor(() => expect(findJobRow(running.id)).not.toBeNull())
})

test('a filter chosen between two readings shows the end of the last job, too', async () => {
  const server = await startPageServer()
  const running = runningRow()
  await writeJobs(server.db, running)
  const timers = controlTimers()
  const user = await openMonitor(server)
  await screen.findByText('Live')
  await timers.pass(1_500)
  await user.selectOptions(screen.getByLabelText('Show jobs'), 'active')
  await screen.findByText('Live')
  await timers.pass(500)
  await changeJob(server.db, running.id, { status: 'completed', progress: 100 })
  await timers.pass(1_200)
  await waitFor(() => expect(screen.queryByText('Live')).not.toBeInTheDocument())
  await timers.pass(3_000)
  // Long before the half minute after which an idle page is read.
  await waitFor(() => expect(findJobRow(running.id)).toBeNull(), { timeout: 1_000 })
})

test('a failure of the workflow system’s sync is shown above the list', async () => {
  const { server } = await startWithOneOfEach()
  const message = 'The jobs could not be refreshed: GitHub refuses the token.'
  server.answer(syncJobs, { success: false, message, updated: 0 })
  await openMonitor(server)
  expect(await screen.findByText(message)).toBeInTheDocument()
})
