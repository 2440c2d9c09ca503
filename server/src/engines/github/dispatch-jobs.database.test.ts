import type { GithubFault } from '@dashboard/doubles/github/github-double-faults'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { cancelJob, completeJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, test } from 'vitest'
import { dispatchAndStop, loseLease, pass, pollUntil, startGithub } from '../../../test/github.ts'

describe('handing a job over', () => {
  test.each([
    ['export', 'locust-export.yml'],
    ['import', 'sheets-import.yml'],
    ['circuit-report', 'circuit-report.yml'],
    ['congregation-report', 'congregation-report.yml'],
  ] as const)('of type %s starts %s with its id', async (type, file) => {
    const { double, dispatched } = await startGithub()
    const job = await dispatched({ type })
    const run = double.runOf(job.id)
    expect(run.workflow.file).toBe(file)
    expect(run.title).toContain(job.id)
    expect(job).toMatchObject({
      status: 'queued',
      step: 'Waiting for a machine',
      githubRunId: String(run.id),
      githubRunUrl: `${double.url}/octo-org/dashboard/actions/runs/${run.id}`,
    })
    const [dispatch] = double.exchanges
    expect(dispatch?.requestHeaders['x-github-api-version']).toBe('2022-11-28')
    expect(dispatch?.requestBody).toEqual({
      ref: 'main',
      inputs: { job_id: job.id },
      return_run_details: true,
    })
  })

  test('names no run on an Enterprise Server: the runner does when it claims the job', async () => {
    const setup = await startGithub({
      double: { version: 'ghes-3.17' },
      timings: { runAppearsWithinMs: 60_000 },
    })
    const { db, double, engine } = setup
    const job = await setup.dispatched()
    expect(job).toMatchObject({ step: 'Waiting for a machine', githubRunId: null })
    const run = double.runOf(job.id)
    await engine.sync()
    expect(double.exchanges.map(({ call, status }) => [call, status])).toEqual([['dispatch', 204]])
    const { GITHUB_RUN_ID: id, GITHUB_SERVER_URL: server } = double.runEnvironment(run)
    const url = `${server}/octo-org/dashboard/actions/runs/${id}`
    expect(await claimJob(db, job.id, 'runner', { id, url })).toBeDefined()
    expect(await setup.read(job.id)).toMatchObject({ githubRunId: id, githubRunUrl: url })
    await loseLease(db, job.id)
    double.end(run, 'cancelled')
    await engine.sync()
    expect(await setup.read(job.id)).toMatchObject({ error: 'The run was cancelled on GitHub.' })
    expect((await fetch(url)).status).toBe(200)
  })

  test('finds the run by its name when nobody has claimed the job in time', async () => {
    const setup = await startGithub({ double: { version: 'ghes-3.17' } })
    const job = await setup.dispatched()
    await pass('runAppearsWithinMs')
    await setup.engine.sync()
    const run = setup.double.runOf(job.id)
    expect(await setup.read(job.id)).toMatchObject({ githubRunId: String(run.id) })
    expect(setup.double.count('dispatch')).toBe(1)
  })

  test('may happen twice: the run that claims the job becomes its run', async () => {
    const setup = await startGithub()
    const { db, double, engine } = setup
    const { id } = await setup.dispatched()
    const second = String(double.runOf(id).id)
    const first = {
      id: String(double.startRun('locust-export.yml').id),
      url: 'https://g.example/1',
    }
    await claimJob(db, id, 'runner', first)
    expect(await setup.read(id)).toMatchObject({ githubRunId: first.id, githubRunUrl: first.url })
    expect(
      await claimJob(db, id, 'runner', { id: second, url: 'https://g.example/2' }),
    ).toBeUndefined()
    double.end(double.runOf(id), 'failure')
    await engine.sync()
    expect(await setup.read(id)).toMatchObject({ status: 'running', githubRunId: first.id })
  })

  test('happens once, however many servers find the job', async () => {
    const { db, double, engine, startEngine } = await startGithub()
    const other = startEngine()
    const { id } = await queuedJob(db)
    engine.start(id)
    await Promise.all([dispatchAndStop(other), dispatchAndStop(engine), dispatchAndStop(other)])
    expect(double.count('dispatch')).toBe(1)
  })

  test('leaves another server’s new job to that server, and dispatches it if that server does not', async () => {
    const { db, double, engine, startEngine } = await startGithub({
      timings: { otherServerHeadStartMs: 60_000 },
    })
    await queuedJob(db)
    await dispatchAndStop(engine)
    expect(double.count('dispatch')).toBe(0)
    await dispatchAndStop(startEngine({ otherServerHeadStartMs: 0 }))
    expect(double.count('dispatch')).toBe(1)
  })

  test('of an export does not wait behind many reports', async () => {
    const { db, double, engine } = await startGithub()
    double.setFault('dispatch', { kind: 'delay', ms: 3 })
    const report = { type: 'circuit-report', targets: ['NY-1'] } as const
    for (let count = 0; count < 30; count += 1) engine.start((await queuedJob(db, report)).id)
    engine.start((await queuedJob(db)).id)
    await expect.poll(() => double.exchanges.length).toBe(31)
    const files = double.exchanges.map(({ name }) => name)
    expect(files.indexOf('locust-export.yml')).toBeLessThan(28)
  })

  test('waits for the export that an import depends on', async () => {
    const { db, double, engine } = await startGithub({
      timings: { otherServerHeadStartMs: 60_000 },
    })
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    await dispatchAndStop(engine)
    expect(double.count('dispatch')).toBe(0)
    await completeJob(db, first.id, 'runner', null)
    await dispatchAndStop(engine)
    expect(double.runOf(second.id).workflow.file).toBe('sheets-import.yml')
  })
})

describe('a dispatch whose answer is lost', () => {
  test('is not sent again: its run is found by its name', async () => {
    const setup = await startGithub()
    setup.double.setFault('dispatch', { kind: 'lose-answer' })
    const job = await setup.dispatched()
    expect(job).toMatchObject({
      status: 'queued',
      step: 'Finding out whether GitHub has accepted the job',
    })
    await pass('runAppearsWithinMs')
    await setup.engine.sync()
    const run = setup.double.runOf(job.id)
    expect(await setup.read(job.id)).toMatchObject({ githubRunId: String(run.id) })
    expect(setup.double.state.runs.size).toBe(1)
  })

  test.each<[string, GithubFault, string]>([
    ['breaks off', { kind: 'break' }, 'GitHub cannot be reached: it did not answer.'],
    ['hangs', { kind: 'hang' }, 'GitHub cannot be reached: it did not answer.'],
    [
      'is having problems',
      { kind: 'refuse', status: 502, message: 'Bad' },
      'GitHub is having problems at the moment (it answered 502).',
    ],
    ['is a web page', { kind: 'html' }, 'Something other than the GitHub API answered.'],
    [
      'breaks its JSON off',
      { kind: 'broken-json' },
      'Something other than the GitHub API answered.',
    ],
    ['makes no run', { kind: 'forget' }, 'GitHub accepted the job, but no run of it has appeared'],
  ])(
    'is sent once more when GitHub %s and no run appears, then fails',
    async (_what, how, error) => {
      // Long enough for a busy machine to send one request within it.
      const timings = { runAppearsWithinMs: 1_000 }
      const setup = await startGithub({
        timings,
        ...(how.kind === 'hang' && { connection: { timeoutMs: 1_000 } }),
      })
      const { double, read } = setup
      double.setFault('dispatch', how)
      const { id } = await setup.dispatched()
      await setup.engine.sync()
      expect((await read(id)).status).toBe('queued')
      await pollUntil(setup, async () => expect((await read(id)).status).toBe('failed'))
      expect((await read(id)).error).toContain(error)
      expect(double.state.runs.size).toBe(0)
    },
  )

  test('starts after all when the second try succeeds', async () => {
    const setup = await startGithub()
    setup.double.setFault('dispatch', { kind: 'forget' }, 1)
    const { id } = await setup.dispatched()
    await pollUntil(setup, async () => expect((await setup.read(id)).githubRunId).not.toBeNull())
    expect(setup.double.count('dispatch')).toBe(2)
  })

  test('of a server that has crashed is found or sent again by another', async () => {
    const setup = await startGithub()
    setup.double.setFault('dispatch', { kind: 'hang' }, 1)
    const { id } = await queuedJob(setup.db)
    setup.engine.start(id)
    await expect.poll(async () => (await setup.read(id)).dispatchedAt).not.toBeNull()
    const other = setup.startEngine()
    await pollUntil({ engine: other }, async () =>
      expect((await setup.read(id)).githubRunId).not.toBeNull(),
    )
    expect(setup.double.state.runs.size).toBe(1)
  })
})

test('a job that is cancelled while it is dispatched is not started again', async () => {
  const setup = await startGithub()
  setup.double.setFault('dispatch', { kind: 'delay', ms: 60 })
  const { id } = await queuedJob(setup.db)
  setup.engine.start(id)
  await expect.poll(async () => (await setup.read(id)).dispatchedAt).not.toBeNull()
  await cancelJob(setup.db, id, 'Ann Lee')
  await dispatchAndStop(setup.engine)
  await pollUntil(setup, () => expect(setup.double.runOf(id).conclusion).toBe('cancelled'))
  expect(await setup.read(id)).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
})
