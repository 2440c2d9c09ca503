import type { RunConclusion, RunStatus } from '@dashboard/doubles/github/github-double-state'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import { reportProgress } from '@dashboard/store/jobs/report-progress'
import { maxAttempts } from '@dashboard/store/jobs/retry-job'
import { describe, expect, test } from 'vitest'
import { loseLease, pass, pollUntil, startGithub } from '../../../test/github.ts'

describe('before a runner claims it, a job says what it waits for', () => {
  test.each<[RunStatus, string]>([
    ['requested', 'Waiting for a machine'],
    ['queued', 'Waiting for a machine'],
    ['pending', 'Waiting for other runs on GitHub to end'],
    ['waiting', 'Waiting for somebody to approve the run on GitHub'],
    ['in_progress', 'Preparing the machine'],
  ])('%s: %s', async (status, words) => {
    const { double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    double.move(double.runOf(id), { status })
    await engine.sync()
    expect(await read(id)).toMatchObject({ status: 'queued', step: words })
  })

  test('and the runner’s own words stay once it has claimed the job', async () => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    double.move(double.runOf(id), { status: 'in_progress', step: 4 })
    await claimJob(db, id, 'runner')
    await reportProgress(db, id, 'runner', { progress: 10, step: 'Reading volunteers' })
    expect(await engine.sync()).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'running', step: 'Reading volunteers' })
  })
})

describe('a run that ends before its job began fails the job', () => {
  test.each<[RunConclusion, string, string]>([
    [
      'success',
      'outside-system',
      'The run ended on GitHub without doing the job. Check that its secrets name the same database as this dashboard.',
    ],
    [
      'neutral',
      'outside-system',
      'The run ended on GitHub without doing the job. Check that its secrets name the same database as this dashboard.',
    ],
    ['failure', 'outside-system', 'The run failed on GitHub. The end of its log says why.'],
    ['cancelled', 'cancelled', 'The run was cancelled on GitHub.'],
    [
      'timed_out',
      'outside-system',
      'The run took longer than its workflow allows and GitHub stopped it. Select fewer reports at once, or raise timeout-minutes in the workflow.',
    ],
    [
      'skipped',
      'outside-system',
      'GitHub skipped the run: a condition in its workflow was not met.',
    ],
    [
      'action_required',
      'outside-system',
      'GitHub requires an approval for this run. Approve it there or change that rule, then retry the job.',
    ],
    [
      'stale',
      'outside-system',
      'GitHub ended the run because its machine did not report for too long. Retry the job.',
    ],
    [
      'startup_failure',
      'outside-system',
      'GitHub could not start the run. Open the workflow details to read whether the workflow file or the account needs attention.',
    ],
    [
      'on_fire' as RunConclusion,
      'outside-system',
      'The run ended on GitHub with "on_fire". Open the workflow details to read why.',
    ],
  ])('%s', async (conclusion, failureKind, error) => {
    const { double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    const run = double.runOf(id)
    double.move(run, { status: 'in_progress', step: 3 })
    double.say(run, '\u001b[31mnpm error\u001b[0m no space left')
    double.end(run, conclusion)
    expect(await engine.sync()).toBe(1)
    const job = await read(id)
    expect(job).toMatchObject({ status: 'failed', failureKind, error, cancelledBy: null })
    expect(job.logs).toBe(
      conclusion === 'failure' ? `npm error no space left\n\n${error}\n` : `${error}\n`,
    )
    expect(await engine.sync()).toBe(0)
  })

  test('and says so even when the log cannot be read', async () => {
    const { double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    double.end(double.runOf(id), 'failure')
    double.setFault('log-address', { kind: 'refuse', status: 410, message: 'Gone' })
    await engine.sync()
    expect((await read(id)).error).toBe(
      'The run failed on GitHub before the job began. Open the workflow details to read why.',
    )
  })

  test('even when somebody has deleted the run', async () => {
    const { double, engine, startEngine, read, dispatched } = await startGithub({
      timings: { runAppearsWithinMs: 60_000 },
    })
    const { id } = await dispatched()
    double.forget(double.runOf(id))
    await engine.sync()
    expect((await read(id)).status).toBe('queued')
    await startEngine({ runAppearsWithinMs: 0 }).sync()
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: 'The run no longer exists on GitHub; somebody has deleted it. Retry the job.',
    })
  })
})

describe('the runner decides how its job ends', () => {
  test('when it writes the end just after GitHub reported the run’s', async () => {
    const { db, double, engine, read, dispatched } = await startGithub({
      timings: { finishDelayMs: 600 },
    })
    const { id } = await dispatched()
    double.end(double.runOf(id), 'success')
    const polling = engine.sync()
    await pass('lostRunnerMs')
    await claimJob(db, id, 'runner')
    await completeJob(db, id, 'runner', { rowCount: 3 })
    await polling
    expect(await read(id)).toMatchObject({ status: 'completed', error: null })
  })

  test('decides while it holds the job, whatever GitHub says of the run', async () => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    await claimJob(db, id, 'runner')
    double.end(double.runOf(id), 'failure')
    await engine.sync()
    expect((await read(id)).status).toBe('running')
  })
})

describe('a run that ends without its runner finishing the job', () => {
  test('is followed by another, three tries in all', async () => {
    const setup = await startGithub()
    const { db, double, engine, read } = setup
    const { id } = await setup.dispatched()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const run = double.runOf(id)
      await claimJob(db, id, `runner ${attempt}`)
      await loseLease(db, id)
      double.end(run, 'failure')
      await engine.sync()
      if (attempt === 3) break
      await pollUntil(setup, () => expect(double.runOf(id)).not.toBe(run))
      expect(await read(id)).toMatchObject({
        status: 'queued',
        githubRunId: String(double.runOf(id).id),
      })
    }
    expect(await read(id)).toMatchObject({
      status: 'failed',
      attempts: 3,
      failureKind: 'interrupted',
    })
    expect((await read(id)).error).toContain('stopped unexpectedly 3 times')
    expect(double.state.runs.size).toBe(3)
  })

  test.each<[RunConclusion, string]>([
    ['cancelled', 'The run was cancelled on GitHub.'],
    ['timed_out', 'took longer than its workflow allows'],
  ])('is not repeated when it was %s', async (conclusion, error) => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    await claimJob(db, id, 'runner')
    await loseLease(db, id)
    double.end(double.runOf(id), conclusion)
    await engine.sync()
    const job = await read(id)
    expect(job.status).toBe('failed')
    expect(job.error).toContain(error)
    expect(double.count('dispatch')).toBe(1)
  })

  test('on the last try, after its runner released the job, fails it as interrupted', async () => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    const startedAt = '2026-11-20T10:00:00.000Z'
    await db
      .updateTable('jobs')
      .set({ startedAt, attempts: maxAttempts })
      .where('id', '=', id)
      .execute()
    double.end(double.runOf(id), 'failure')
    await engine.sync()
    expect(await read(id)).toMatchObject({ status: 'failed', failureKind: 'interrupted' })
  })

  test('after its runner released the job is repeated without counting as a try', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    await setup.db
      .updateTable('jobs')
      .set({ startedAt: '2026-11-20T10:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    setup.double.end(setup.double.runOf(id), 'failure')
    await pollUntil(setup, () => expect(setup.double.state.runs.size).toBe(2))
    expect(await setup.read(id)).toMatchObject({ status: 'queued', attempts: 0 })
  })
})

describe('somebody repeats a run on GitHub', () => {
  test('an ended job stays as it is', async () => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    await claimJob(db, id, 'runner')
    await completeJob(db, id, 'runner', null)
    const before = await read(id)
    double.end(double.runOf(id), 'success')
    double.rerun(double.runOf(id))
    expect(await engine.sync()).toBe(0)
    // The second attempt's runner finds nothing to claim, so it ends with exit code 0.
    expect(await claimJob(db, id, 'second attempt')).toBeUndefined()
    double.end(double.runOf(id), 'success')
    expect(await engine.sync()).toBe(0)
    expect(await read(id)).toEqual(before)
  })

  test('a job that had not begun continues in the second attempt', async () => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    double.end(double.runOf(id), 'failure')
    double.rerun(double.runOf(id))
    await engine.sync()
    expect(await read(id)).toMatchObject({ status: 'queued', step: 'Waiting for a machine' })
    expect(await claimJob(db, id, 'second attempt')).toMatchObject({ status: 'running' })
  })
})
