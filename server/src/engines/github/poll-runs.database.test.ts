import { randomUUID } from 'node:crypto'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { describe, expect, test } from 'vitest'
import { pass, startGithub } from '../../../test/github.ts'

describe('polling', () => {
  test('makes no request while there is nothing to ask about', async () => {
    const { db, double, engine, dispatched } = await startGithub()
    await engine.sync()
    const { id } = await dispatched()
    await claimJob(db, id, 'runner')
    const before = double.count()
    await engine.sync()
    expect(double.count()).toBe(before)
  })

  test('uses up none of the limit while nothing changes', async () => {
    const { double, engine, dispatched } = await startGithub()
    await dispatched()
    await engine.sync()
    const { remaining } = double.limit
    await engine.sync()
    await engine.sync()
    expect(double.limit.remaining).toBe(remaining)
    expect(double.exchanges.at(-1)?.status).toBe(304)
  })

  test('finds runs on later pages, and one by one those on no page', async () => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched({ type: 'circuit-report', targets: ['NY-1'] })
    for (let count = 0; count < 120; count += 1) double.startRun('locust-export.yml')
    double.move(double.runOf(id), { status: 'pending' })
    await engine.sync()
    expect((await read(id)).step).toBe('Waiting for other runs on GitHub to end')
    expect(double.exchanges.map(({ query }) => query.page).filter(Boolean)).toEqual(['1', '2'])

    // Adds so many newer runs that no list shows the job's own.
    await db
      .updateTable('jobs')
      .set({ dispatchedAt: new Date(Date.now() + 3_600_000).toISOString() })
      .execute()
    double.move(double.runOf(id), { status: 'waiting' })
    await engine.sync()
    expect((await read(id)).step).toBe('Waiting for somebody to approve the run on GitHub')
    expect(double.count('get-run')).toBe(1)
  })

  test.each([
    ['hangs', { kind: 'hang' }, 'GitHub cannot be reached: it did not answer.'],
    [
      'is having problems',
      { kind: 'refuse', status: 503, message: 'x' },
      'GitHub is having problems at the moment (it answered 503).',
    ],
    ['sends a web page', { kind: 'html' }, 'Something other than the GitHub API answered.'],
    [
      'breaks its JSON off',
      { kind: 'broken-json' },
      'Something other than the GitHub API answered.',
    ],
    [
      'refuses',
      { kind: 'refuse', status: 403, message: 'Resource not accessible by personal access token' },
      'GitHub does not let the dashboard start or stop jobs there.',
    ],
  ] as const)('says why when GitHub %s, and changes nothing', async (_what, fault, sentence) => {
    const hurried = fault.kind === 'hang' ? { connection: { timeoutMs: 1_000 } } : {}
    const { double, engine, read, dispatched } = await startGithub(hurried)
    const { id } = await dispatched()
    const before = await read(id)
    double.setFault('list-runs', fault)
    await expect(engine.sync()).rejects.toThrow(sentence)
    expect(await read(id)).toEqual(before)
    double.clearFaults()
    double.move(double.runOf(id), { status: 'pending' })
    expect(await engine.sync()).toBe(1)
  })

  test('polls again by itself after a temporary failure', async () => {
    const { double, engine, dispatched } = await startGithub()
    await dispatched()
    double.setFault('list-runs', { kind: 'refuse', status: 502, message: 'x' }, 1)
    expect(await engine.sync()).toBe(0)
    expect(double.count('list-runs')).toBe(2)
  })

  test('sends GitHub nothing while requests are paused', async () => {
    const { double, engine, dispatched } = await startGithub()
    await dispatched()
    double.setFault('list-runs', { kind: 'secondary-limit' }, 1)
    await expect(engine.sync()).rejects.toThrow('GitHub accepts no more requests')
    const before = double.count()
    await expect(engine.sync()).rejects.toThrow('GitHub accepts no more requests')
    expect(double.count()).toBe(before)
  })

  test('is shared by all who ask at once, and by all servers within its interval', async () => {
    const { double, engine, startEngine, dispatched } = await startGithub({
      timings: { minPollGapMs: 60_000 },
    })
    await dispatched()
    const other = startEngine()
    await Promise.all([engine.sync(), engine.sync(), other.sync()])
    await other.sync()
    expect(double.count('list-runs')).toBe(1)
  })

  test('at 500 jobs takes five requests, none of them counted while nothing changes', async () => {
    const { db, double, engine } = await startGithub()
    const ids = Array.from({ length: 500 }, () => randomUUID())
    await insertJobs(
      db,
      ids.map((id) => ({ id, type: 'circuit-report', targets: ['NY-1'], createdBy: null })),
    )
    for (const id of ids) {
      double.startRun('circuit-report.yml', { title: `Report ${id}`, inputs: { job_id: id } })
    }
    await db.updateTable('jobs').set({ dispatchedAt: new Date().toISOString() }).execute()
    await pass('runAppearsWithinMs')
    await engine.sync()
    const jobs = await db.selectFrom('jobs').select(['githubRunId', 'step']).execute()
    expect(new Set(jobs.map(({ githubRunId }) => githubRunId)).size).toBe(500)
    expect(new Set(jobs.map(({ step }) => step))).toEqual(new Set(['Waiting for a machine']))
    expect(double.count()).toBe(5)

    const { remaining } = double.limit
    expect(await engine.sync()).toBe(0)
    expect(double.count()).toBe(10)
    expect(double.limit.remaining).toBe(remaining)
  })

  test('gives a run that has not appeared its time', async () => {
    const { double, engine, read, dispatched } = await startGithub({
      timings: { runAppearsWithinMs: 60_000 },
    })
    double.setFault('dispatch', { kind: 'forget' })
    const { id } = await dispatched()
    expect(await engine.sync()).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'queued', step: 'Waiting for a machine' })
    expect(double.count('dispatch')).toBe(1)
  })
})
