import { getGithubCheck } from '@dashboard/contract/preflight'
import { startGithubDouble } from '@dashboard/doubles/github/github-double'
import { changeGithubCheck } from '@dashboard/store/github/github-check'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { createTestEngines } from '../../../test/engine.ts'
import { GithubEngine } from './github-engine.ts'

const address = '/api/monitoring/github-check'

/** Starts a server whose jobs run on the double; returns it with an administrator's calls of the check. */
async function startWithGithub() {
  const double = await startGithubDouble()
  onTestFinished(() => double.close())
  const setup = await startTestApp()
  const github = new GithubEngine({
    db: setup.db,
    log: { warn() {} },
    github: double.settings,
    readPollIntervalMs: async () => 60_000,
    connection: { throttle: false },
  })
  onTestFinished(() => github.close())
  const { db, files, settings } = setup
  const engines = createTestEngines({ db, files, settings })
  const app = await startTestApp({
    db,
    createEngines: () => ({ ...engines, github }),
  })
  const ada = await app.as('admin')
  return {
    db,
    double,
    start: () => ada.inject({ method: 'POST', url: address }),
    read: async () => getGithubCheck.answer.parse((await ada.inject({ url: address })).json()),
  }
}

test('exists only where jobs run on GitHub, and only for administrators', async () => {
  const { as } = await startTestApp()
  const ada = await as('admin')
  expect((await ada.inject({ url: address })).json()).toMatchObject({ state: 'unavailable' })
  expect((await ada.inject({ method: 'POST', url: address })).statusCode).toBe(409)
  expect((await (await as('user')).inject({ method: 'POST', url: address })).statusCode).toBe(403)
})

test('shows what the run has written', async () => {
  const { db, double, start, read } = await startWithGithub()
  expect(await read()).toMatchObject({ state: 'none' })
  expect((await start()).statusCode).toBe(202)
  const [run] = double.state.runs.values()
  const { check_id: id = '', ...others } = run?.inputs ?? {}
  expect([run?.workflow.file, others]).toEqual(['check-settings.yml', {}])
  expect(await read()).toMatchObject({ state: 'running', checks: null })
  const checks = [{ name: 'Settings', ok: true, message: 'A run has them.', fix: null }]
  expect(await changeGithubCheck(db, 'another', { checks })).toBe(false)
  expect(await changeGithubCheck(db, id, { checks })).toBe(true)
  expect(await read()).toMatchObject({
    state: 'done',
    checks,
    runUrl: expect.stringMatching(/runs/),
  })
})

test('shows the reason of a run that failed before that', async () => {
  const { double, start, read } = await startWithGithub()
  await start()
  const [run] = double.state.runs.values()
  if (!run) throw new Error('There is no run')
  const reason = 'The secret STORAGE_URL is not set. Set it on GitHub.'
  double.say(run, `##[error]${reason}`)
  double.say(run, '##[error]Process completed with exit code 1.')
  double.end(run, 'failure')
  await expect.poll(async () => (await read()).state).toBe('done')
  expect((await read()).checks).toEqual([
    {
      name: 'GitHub run',
      ok: false,
      message: 'The secret STORAGE_URL is not set.',
      fix: 'Set it on GitHub.',
    },
  ])
})

test('says that the repository lacks the workflow', async () => {
  const { double, start, read } = await startWithGithub()
  double.state.workflows.shift()
  const refused = await start()
  expect([refused.statusCode, refused.json().message]).toEqual([
    502,
    expect.stringContaining('The workflow check-settings.yml is not in octo-org/dashboard.'),
  ])
  expect(await read()).toMatchObject({ state: 'done', checks: [{ ok: false }] })
})
