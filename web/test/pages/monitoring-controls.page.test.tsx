import { listJobs, syncJobsNow } from '@dashboard/contract/jobs'
import {
  getMonitoringStatus,
  type MonitoringStatus,
  setAutoSync,
} from '@dashboard/contract/monitoring'
import { listNoticeChannels, testNoticeChannel } from '@dashboard/contract/notices'
import { getGithubCheck, startGithubCheck } from '@dashboard/contract/preflight'
import { runningRow, waitingRow, writeJobs } from '@dashboard/store/test/job-rows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emailNotices } from '../email-notices.ts'
import { controlTimers, openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The monitoring controls: the status in every state, manual sync, auto-sync, and the channels of notices. How they
 * look is in e2e/accessibility/settings.spec.ts.
 */

const quiet: MonitoringStatus = {
  isMonitoring: true,
  activeUsers: 0,
  currentInterval: 300_000,
  monitoringJobs: 0,
  hasActiveUsers: false,
  autoSyncEnabled: false,
  engine: 'local',
  backup: { lastAt: null, ageSeconds: null, hasFailed: false },
}

const openControls = async (server: PageServer) =>
  openPage('/admin/monitoring', await server.as('admin'))
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling
const findFigure = async (name: string, text: string) => {
  await waitFor(() => expect(figure(name)).toHaveTextContent(text))
}
const button = (name: string) => screen.getByRole('button', { name })
const autoSync = () => screen.getByRole('switch', { name: 'Auto-Sync' })

test('shows the status of the server, and explains itself', async () => {
  const server = await startPageServer()
  const running = runningRow()
  await writeJobs(server.db, running, waitingRow(running.id))
  await openControls(server)
  await findFigure('Monitoring', 'Active')
  expect(figure('Interval')).toHaveTextContent(/^\d+ (s|min)$/)
  expect(figure('Active Jobs')).toHaveTextContent('2')
  const note = screen.getByRole('region', { name: 'Smart Monitoring' })
  for (const text of [
    'Fast polling (5 s)when users view jobs',
    'Slow polling (2-5 min)when idle or the page is hidden',
    'Background jobs continue',
    'Auto-Sync is off by default',
  ]) {
    expect(note).toHaveTextContent(text)
  }
  expect(screen.getByText(/To fetch volunteers, use Run/)).toBeInTheDocument()
  expect(document.title).toBe('1 job running · Monitoring Controls · SMPW Dashboard')
})

test('banner and figures follow the status, which is read every 10 s', async () => {
  const server = await startPageServer()
  server.answer(getMonitoringStatus, { ...quiet, isMonitoring: false, currentInterval: 0 })
  const timers = controlTimers()
  await openControls(server)
  await findFigure('Monitoring', 'Stopped')
  expect(figure('Interval')).toHaveTextContent('N/A')
  expect(screen.getByText('Background monitoring mode')).toBeInTheDocument()
  expect(screen.getByText('Reduced polling to save resources')).toBeInTheDocument()

  server.answer(getMonitoringStatus, {
    ...quiet,
    hasActiveUsers: true,
    activeUsers: 12,
    currentInterval: 5_000,
    monitoringJobs: 140,
  })
  const calls = () => server.callsOf(getMonitoringStatus).length
  const before = calls()
  await timers.pass(8_000)
  expect(calls()).toBe(before)
  await timers.pass(2_100)
  expect(await screen.findByText('Intensive monitoring active (12 users)')).toBeInTheDocument()
  expect(calls()).toBe(before + 1)
  expect(screen.getByText('Fast polling enabled for real-time updates')).toBeInTheDocument()
  expect(screen.queryByText('Background monitoring mode')).not.toBeInTheDocument()
  expect(figure('Monitoring')).toHaveTextContent('Active')
  expect(figure('Active Users')).toHaveTextContent('12')
  expect(figure('Interval')).toHaveTextContent('5 s')
  expect(figure('Active Jobs')).toHaveTextContent('140')

  server.refuse(getMonitoringStatus, 500, '')
  await timers.pass(10_100)
  expect(await screen.findByText(/asked for again every 10 seconds/)).toBeInTheDocument()
  expect(figure('Active Jobs')).toHaveTextContent('140')
  server.restore(getMonitoringStatus)
  await timers.pass(10_100)
  await findFigure('Active Jobs', '0')
  expect(screen.queryByText(/asked for again/)).not.toBeInTheDocument()
})

test('loading, failed and recovered', async () => {
  const server = await startPageServer()
  server.hold(getMonitoringStatus)
  await openControls(server)
  expect(await screen.findByRole('switch', { name: 'Auto-Sync' })).toBeDisabled()
  expect(figure('Active Jobs')).toHaveTextContent(/^$/)
  const refused = server.refuse(getMonitoringStatus, 503, 'The database is busy.')
  const user = await openControls(server)
  expect(await screen.findByText('Failed to fetch monitoring status')).toBeInTheDocument()
  expect(screen.getByText('The database is busy.')).toBeInTheDocument()
  expect(autoSync()).toBeDisabled()
  refused.restore()
  await user.click(button('Try again'))
  await findFigure('Monitoring', 'Active')
  expect(screen.queryByText('The database is busy.')).not.toBeInTheDocument()
  expect(autoSync()).toBeEnabled()
})

test('Sync Now is sent once at a time, and refreshes jobs and status', async () => {
  const server = await startPageServer()
  const user = await openControls(server)
  await findFigure('Monitoring', 'Active')
  const held = server.hold(syncJobsNow)
  await user.click(button('Sync Now'))
  const busy = await screen.findByRole('button', { name: 'Syncing...' })
  expect(busy).toHaveAttribute('aria-disabled', 'true')
  await user.click(busy)
  expect(server.callsOf(syncJobsNow)).toHaveLength(1)
  held.restore()

  const again = await openControls(server)
  await findFigure('Monitoring', 'Active')
  const jobs = server.callsOf(listJobs).length
  const status = server.callsOf(getMonitoringStatus).length
  await again.click(button('Sync Now'))
  await expectToast('Status Refresh Complete', 'All jobs are already up to date.')
  await waitFor(() => {
    expect(server.callsOf(listJobs)).toHaveLength(jobs + 1)
    expect(server.callsOf(getMonitoringStatus)).toHaveLength(status + 1)
  })
  await waitFor(() => expect(button('Sync Now')).not.toHaveAttribute('aria-disabled', 'true'))
})

test('Sync Now says how many jobs changed, and why it failed', async () => {
  const server = await startPageServer()
  const user = await openControls(server)
  await findFigure('Monitoring', 'Active')
  const press = async (title: string, text: string) => {
    await waitFor(() => expect(button('Sync Now')).not.toHaveAttribute('aria-disabled', 'true'))
    await user.click(button('Sync Now'))
    await waitFor(() => expectToast(title, text))
  }
  server.answer(syncJobsNow, { success: true, message: '', updated: 3 })
  await press('Status Refresh Complete', 'refreshed 3 job(s)')
  server.answer(syncJobsNow, { success: false, message: 'GitHub refused the token.', updated: 0 })
  await press('Status Refresh Complete', 'GitHub refused the token.')
  server.refuse(syncJobsNow, 409, 'Not now.')
  await press('Sync failed', 'Not now.')
  server.refuse(syncJobsNow, 409, '')
  await press('Sync failed', 'One or more operations failed. Check the job status for details.')
})

test('Auto-Sync is off, warns, and stays on once switched on; a line says what it does here', async () => {
  const server = await startPageServer()
  const user = await openControls(server)
  await findFigure('Monitoring', 'Active')
  const content = within(screen.getByRole('main'))
  expect(content.getByText(/It has no effect here/)).toBeInTheDocument()
  expect(content.queryByText(/GitHub|preflight|[A-Z]+_[A-Z]+/i)).not.toBeInTheDocument()
  const warning = /may create unexpected jobs from external workflows/
  expect(content.getByText(warning)).toBeInTheDocument()
  expect(autoSync()).not.toBeChecked()

  server.refuse(setAutoSync, 500, '')
  await user.click(autoSync())
  await expectToast('Update Failed', 'Failed to update auto-sync')
  await waitFor(() => expect(autoSync()).not.toBeChecked())
  server.restore(setAutoSync)

  await waitFor(() => expect(autoSync()).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(autoSync())
  await expectToast('Auto-Sync Updated', 'Auto-sync is now on.')
  expect(autoSync()).toBeChecked()
  await openControls(server)
  await waitFor(() => expect(autoSync()).toBeChecked())
})

test('with GitHub no line names this machine', async () => {
  const server = await startPageServer()
  server.answer(getMonitoringStatus, { ...quiet, engine: 'github' })
  await openControls(server)
  await waitFor(() => expect(autoSync()).toBeEnabled())
  expect(screen.getByText(/may create unexpected jobs from external workflows/)).toBeInTheDocument()
  expect(screen.queryByText(/It has no effect here/)).not.toBeInTheDocument()
})

test('a check of GitHub is polled every 3 s while its run is active, and not after its end', async () => {
  const server = await startPageServer()
  const check = { startedAt: '2026-11-20T10:00:00.000Z', runUrl: null, checks: null }
  server.answer(getGithubCheck, { ...check, state: 'none' })
  server.answer(startGithubCheck, { message: 'A run on GitHub checks its settings.' })
  const timers = controlTimers()
  const user = await openControls(server)
  const part = within(await screen.findByRole('region', { name: 'Settings on GitHub' }))
  const calls = () => server.callsOf(getGithubCheck).length
  await timers.pass(60_000)
  expect(calls()).toBe(1)

  server.answer(getGithubCheck, { ...check, state: 'running' })
  await user.click(part.getByRole('button', { name: 'Check GitHub' }))
  await expectToast('Check Started', 'A run on GitHub checks its settings.')
  const waiting = await part.findByRole('button', { name: 'Waiting for the run...' })
  await user.click(waiting)
  expect(server.callsOf(startGithubCheck)).toHaveLength(1)
  for (let interval = 0; interval < 2; interval += 1) {
    const before = calls()
    await timers.pass(3_000)
    await waitFor(() => expect(calls()).toBeGreaterThan(before))
  }

  const fix = 'Add DATABASE_URL to the secrets of the repository.'
  const found = { name: 'Database', ok: false, message: 'It cannot be reached.', fix }
  server.answer(getGithubCheck, { ...check, state: 'done', checks: [found] })
  await timers.pass(3_000)
  expect(await part.findByText('It cannot be reached.')).toBeInTheDocument()
  expect(part.getByRole('button', { name: 'Check GitHub' })).toBeEnabled()
  const ended = calls()
  await timers.pass(60_000)
  expect(calls()).toBe(ended)
})

test('problems of the server are shown above its status', async () => {
  const server = await startPageServer()
  const problem = 'The disk of the server is almost full: about 100 MiB are left.'
  server.answer(getMonitoringStatus, { ...quiet, problems: [problem] })
  await openControls(server)
  expect(await screen.findByText(problem)).toBeInTheDocument()
  expect(figure('Monitoring')).toHaveTextContent('Active')
})

test('each channel of notices shows its state, and a test message whether it arrived', async () => {
  const server = await startPageServer({ settings: { notices: emailNotices } })
  const user = await openControls(server)
  const channels = within(await screen.findByRole('region', { name: 'Messages' }))
  const row = async (name: string) => (await channels.findByText(name)).closest('li')
  expect(await row('E-mail')).toHaveTextContent(/Set up.*127\.0\.0\.1:59998.*Nothing sent yet/)
  expect(await row('Webhook')).toHaveTextContent('Not set up')
  const send = channels.getByRole('button', { name: 'Send a Test: E-mail' })
  expect(channels.queryByRole('button', { name: 'Send a Test: Webhook' })).toBeNull()
  await user.click(send)
  await expectToast('Test Failed', 'Enter your e-mail address under Profile first')
  server.answer(testNoticeChannel, { message: 'Sent to ada@example.org.' })
  const read = server.callsOf(listNoticeChannels).length
  await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(send)
  await expectToast('Test Sent', 'Sent to ada@example.org.')
  await waitFor(() => expect(server.callsOf(listNoticeChannels)).toHaveLength(read + 1))
  await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled', 'true'))
  server.hold(testNoticeChannel)
  await user.click(send)
  await user.click(send)
  expect(send).toHaveTextContent('Sending...')
  expect(server.callsOf(testNoticeChannel)).toHaveLength(3)
})
