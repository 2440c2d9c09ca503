import { importUpload } from '@dashboard/contract/columns'
import { listImports } from '@dashboard/contract/imports'
import { isActive, syncJobs } from '@dashboard/contract/jobs'
import { setAutoSync } from '@dashboard/contract/monitoring'
import { getGithubCheck, startGithubCheck } from '@dashboard/contract/preflight'
import type { DoubleRun } from '@dashboard/doubles/github/github-double-state'
import { type OutsideSystems, startOutsideSystems } from '@dashboard/doubles/outside-systems'
import { expect } from '@playwright/test'
import { expectAccessible } from '../../accessibility.ts'
import { signInByApi } from '../../api-client.ts'
import { type Dashboard, startDashboard } from '../../dashboard.ts'
import { ownPostgres } from '../../own-postgres.ts'
import { test } from '../../reused-page.ts'
import { openSignedIn } from '../../sign-in.ts'

/** Runs that were started by hand on GitHub, and the check of the settings that runs have. */

test.describe.configure({ mode: 'serial' })
const runMs = 90_000

const postgres = ownPostgres()
let outside: OutsideSystems
let dashboard: Dashboard

test.beforeAll(async () => {
  outside = await startOutsideSystems({ databaseUrl: postgres.createDatabase(), stepMs: 50 })
  dashboard = await startDashboard(outside.environment)
})

test.afterAll(async () => {
  await dashboard?.stop()
  await outside?.close()
})

async function end(run: DoubleRun): Promise<DoubleRun> {
  await expect.poll(() => run.status, { timeout: runMs }).toBe('completed')
  return run
}

test('each workflow that is started by hand creates one job and completes it', async () => {
  const api = await signInByApi(dashboard)
  // Auto-sync makes the server find the same runs, which must not become jobs twice.
  await api.call(setAutoSync, { body: { enabled: true } })
  const { github } = outside
  const files = ['locust-export.yml', 'sheets-import.yml', 'circuit-report.yml']
  for (const file of files) {
    const run = await end(github.startRealRun(file, { inputs: { circuits: 'NY-2' } }))
    expect([file, run.conclusion, run.log]).toEqual([file, 'success', expect.any(String)])
  }
  const { LOCUST_TOKEN = '' } = outside.secrets
  outside.secrets.LOCUST_TOKEN = ''
  const incomplete = await end(github.startRealRun('sheets-import.yml'))
  expect(incomplete.conclusion).toBe('failure')
  expect(incomplete.log).toContain(
    '##[error]The secret LOCUST_TOKEN is not set here, and set on the server.',
  )
  outside.secrets.LOCUST_TOKEN = LOCUST_TOKEN
  const unknown = await end(
    github.startRealRun('congregation-report.yml', { inputs: { congregations: 'Nowhere' } }),
  )
  expect(unknown.conclusion).toBe('failure')
  expect(unknown.log).toContain('##[error]Unknown congregations: "Nowhere".')

  const jobs = (await api.jobs()).toReversed()
  expect(
    jobs
      .slice(0, 3)
      .map(({ type, status, createdBy, target }) => [type, status, createdBy, target]),
  ).toEqual([
    ['export', 'completed', 'octocat', null],
    ['import', 'completed', 'octocat', null],
    ['circuit-report', 'completed', 'octocat', 'NY-2'],
  ])
  expect(new Set(jobs.map(({ githubRunId }) => githubRunId)).size).toBe(jobs.length)
  expect((await api.reports()).map(({ circuitId }) => circuitId)).toEqual(['NY-2'])
  await api.call(setAutoSync, { body: { enabled: false } })
  // A run that failed before it made its job may have got a job by auto-sync, which ends at the next poll.
  const findActive = async () => {
    await api.call(syncJobs)
    return (await api.jobs()).filter(isActive)
  }
  await expect.poll(findActive, { timeout: runMs }).toEqual([])
})

test('an uploaded file is imported on this machine, since its user waits for it', async () => {
  const api = await signInByApi(dashboard)
  const sheet = 'First Name,Last Name,Circuit,Congregation\nZoe,Rossi,NY-1,Park\n'
  const id = await api.bringSheet('roster.csv', sheet)
  const { body } = await api.call(importUpload, { params: { id } })
  // The sheet has one person instead of everybody, so the guard stops the import; this proves that the import has read
  // the file.
  expect(await api.waitForJob(body.jobId)).toMatchObject({
    status: 'failed',
    failureKind: 'guard',
  })
  expect(() => outside.github.runOf(body.jobId)).toThrow('no run of job')
  const { imports } = (await api.call(listImports)).body
  expect(imports[0]).toMatchObject({ uploadedName: 'roster.csv', totals: { new: 1 } })
})

test('a second run of an ended job fails and says why', async () => {
  const api = await signInByApi(dashboard)
  const { exportJob } = await api.sync()
  const run = outside.github.runOf(exportJob.id)
  await end(run)
  outside.github.rerun(run)
  await expect
    .poll(() => run.log, { timeout: runMs })
    .toContain('##[error]There is nothing to claim: the job has ended, completed.')
  expect((await end(run)).conclusion).toBe('failure')
  const [after] = (await api.jobs()).filter(({ id }) => id === exportJob.id)
  expect(after).toMatchObject({ status: 'completed', error: null })
})

test('Check GitHub says what a run can use, and what it lacks', async () => {
  const api = await signInByApi(dashboard)
  const check = async () => {
    expect((await api.call(startGithubCheck)).status).toBe(202)
    const read = async () => (await api.call(getGithubCheck)).body
    await expect.poll(async () => (await read()).state, { timeout: runMs }).toBe('done')
    return (await read()).checks
  }
  const whole = await check()
  expect(whole?.map(({ name, ok }) => [name, ok])).toEqual(
    ['Database', 'Settings', 'Storage', 'Spreadsheet', 'Locust'].map((name) => [name, true]),
  )
  const { LOCUST_TOKEN = '' } = outside.secrets
  outside.secrets.LOCUST_TOKEN = ''
  expect(await check()).toContainEqual({
    name: 'Settings',
    ok: false,
    message: 'The secret LOCUST_TOKEN is not set here, and set on the server.',
    fix: expect.stringContaining('Settings → Secrets and variables → Actions'),
  })
  outside.secrets.LOCUST_TOKEN = LOCUST_TOKEN
})

test('an administrator asks for it on the Monitoring page', async ({ page }) => {
  await openSignedIn(page, dashboard, '/admin/monitoring')
  const part = page.getByRole('region', { name: 'Settings on GitHub' })
  await part.getByRole('button', { name: 'Check GitHub' }).click()
  await expect(page.getByText('Check Started', { exact: true })).toBeVisible()
  await expect(part.getByRole('button', { name: 'Waiting for the run...' })).toBeDisabled()
  const row = part.getByRole('listitem').filter({ hasText: 'Settings' })
  await expect(row).toContainText('Runs have all settings', { timeout: runMs })
  await expect(part.getByRole('link', { name: 'View the run' })).toBeVisible()
  await expectAccessible(page)
})
