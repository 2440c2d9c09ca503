import { changeGithubCheck, readGithubCheck } from '@dashboard/store/github/github-check'
import { expect, test } from 'vitest'
import { startGithub } from '../../../test/github.ts'
import { readSettingsCheck, startSettingsCheck } from './check-settings.ts'
import type { GithubTimings } from './github-dependencies.ts'

/** Covers how a check of the runs' settings can end. */

async function startCheck(
  timings: Partial<GithubTimings> = { runAppearsWithinMs: 60_000 },
  options: Parameters<typeof startGithub>[0] = {},
) {
  const setup = await startGithub({ timings, ...options })
  const { dependencies } = setup.engine
  const check = {
    start: () => startSettingsCheck(dependencies),
    read: () => readSettingsCheck(dependencies),
  }
  const onlyRun = () => {
    const [run] = setup.double.state.runs.values()
    if (!run) throw new Error('There is no run')
    return run
  }
  return { ...setup, dependencies, check, onlyRun }
}

test('GitHub is asked about its run until there is a result', async () => {
  const { db, double, check } = await startCheck()
  expect(await check.read()).toEqual({ state: 'none', startedAt: null, runUrl: null, checks: null })
  expect(double.count()).toBe(0)
  await check.start()
  await check.read()
  await check.read()
  expect(double.count('get-run')).toBe(2)
  const { id = '' } = (await readGithubCheck(db)) ?? {}
  await changeGithubCheck(db, id, { checks: [] })
  expect(await check.read()).toMatchObject({ state: 'done', checks: [] })
  expect(double.count('get-run')).toBe(2)
})

const enterprise = { double: { version: 'ghes-3.17' } } as const

test('a run that GitHub did not name gives its address with its result', async () => {
  const { db, double, check } = await startCheck(undefined, enterprise)
  await check.start()
  expect(await check.read()).toMatchObject({ state: 'running', runUrl: null })
  expect(double.count('list-runs')).toBe(0)
  const { id = '' } = (await readGithubCheck(db)) ?? {}
  const run = { runId: '1', runUrl: 'https://g.example/1' }
  await changeGithubCheck(db, id, { ...run, checks: [] })
  expect(await check.read()).toMatchObject({ state: 'done', runUrl: run.runUrl })
})

test('a run without a result in time is found by its name', async () => {
  const { double, check, onlyRun } = await startCheck({ runAppearsWithinMs: -1 }, enterprise)
  await check.start()
  double.startRun('locust-export.yml')
  expect(await check.read()).toMatchObject({
    state: 'running',
    runUrl: `${double.url}/octo-org/dashboard/actions/runs/${onlyRun().id}`,
  })
  await check.read()
  expect([double.count('list-runs'), double.count('get-run')]).toEqual([1, 1])
})

test.each([
  ['is waited for', 60_000, null],
  [
    'fails the check when it does not appear in time',
    -1,
    [{ ok: false, message: expect.stringContaining('No run of the check has appeared.') }],
  ],
])('a run that does not exist %s', async (_what, runAppearsWithinMs, checks) => {
  const { double, check } = await startCheck({ runAppearsWithinMs })
  double.setFault('dispatch', { kind: 'forget' })
  await check.start()
  const state = checks === null ? 'running' : 'done'
  expect(await check.read()).toMatchObject({ state, runUrl: null, checks })
})

test('a run that succeeded without a result uses another database', async () => {
  const { double, check, onlyRun } = await startCheck()
  await check.start()
  double.move(onlyRun(), { status: 'in_progress' })
  expect((await check.read()).state).toBe('running')
  double.end(onlyRun(), 'success')
  const { state, checks } = await check.read()
  expect(state).toBe('done')
  const [only] = checks ?? []
  expect([only?.ok, `${only?.message} ${only?.fix}`]).toEqual([
    false,
    expect.stringMatching(
      /The run has ended, but its result is not in this database\. Check that the secret DATABASE_URL names the same database/,
    ),
  ])
})

test('a run that ended without an error in its log is described by how it ended', async () => {
  const { double, check, onlyRun } = await startCheck()
  await check.start()
  double.end(onlyRun(), 'startup_failure')
  const { checks } = await check.read()
  expect(checks).toMatchObject([{ message: expect.stringContaining('could not start the run') }])
})

test('GitHub that does not answer changes nothing and is logged', async () => {
  const { double, check, warnings } = await startCheck()
  await check.start()
  double.setFault('get-run', { kind: 'refuse', status: 422, message: 'No' })
  expect(await check.read()).toMatchObject({ state: 'running', checks: null })
  expect(warnings.map(({ message }) => message)).toEqual([
    'Could not ask GitHub about a check of its settings',
  ])
})

test('a dispatch that is refused is the result of the check', async () => {
  const { double, check } = await startCheck()
  double.setFault('dispatch', { kind: 'refuse', status: 422, message: 'No' })
  await expect(check.start()).rejects.toThrow('GitHub refused (422): No')
  expect(await check.read()).toMatchObject({
    state: 'done',
    runUrl: null,
    checks: [{ name: 'GitHub run', ok: false, message: expect.stringContaining('refused (422)') }],
  })
  expect(double.count()).toBe(1)
})

test('a server that stops makes no more requests', async () => {
  const { double, dependencies, check } = await startCheck()
  await check.start()
  const stopped = { ...dependencies, stopping: AbortSignal.abort() }
  expect((await readSettingsCheck(stopped)).state).toBe('running')
  expect(double.count('get-run')).toBe(0)
})
