import type { RunConclusion } from '@dashboard/doubles/github/github-double-state'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { deleteCompletedJobs } from '@dashboard/store/jobs/delete-jobs'
import { cancelJob, completeJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob } from '@dashboard/store/test/jobs'
import { describe, expect, test } from 'vitest'
import { dispatchAndStop, pollUntil, startGithub } from '../../../test/github.ts'
import { saveAutoSync } from './auto-sync.ts'

const longAgo = '2020-01-01T00:00:00.000Z'
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function startSyncing(since = longAgo) {
  const setup = await startGithub()
  await setup.switchAutoSyncOn(since)
  return {
    ...setup,
    list: () => setup.db.selectFrom('jobs').selectAll().orderBy('sequence').execute(),
  }
}

describe('while auto-sync is off', () => {
  test('runs that were started on GitHub are left alone', async () => {
    const { db, double, engine, list } = await startSyncing()
    await saveAutoSync(db, false)
    double.startRun('locust-export.yml')
    await engine.sync()
    expect(await list()).toEqual([])
    expect(double.count()).toBe(0)
  })
})

describe('while auto-sync is on', () => {
  test.each([
    ['locust-export.yml', 'export'],
    ['sheets-import.yml', 'import'],
    ['circuit-report.yml', 'circuit-report'],
    ['congregation-report.yml', 'congregation-report'],
  ])('a run of %s becomes a job of type %s and follows it', async (file, type) => {
    const { double, engine, list } = await startSyncing()
    const run = double.startRun(file, { actor: 'hubot' })
    await engine.sync()
    const [job] = await list()
    expect(job).toMatchObject({
      type,
      status: 'queued',
      createdBy: 'hubot',
      startedAt: null,
      githubRunId: String(run.id),
    })
    double.move(run, { status: 'in_progress' })
    await engine.sync()
    expect(await list()).toMatchObject([{ status: 'running', step: 'Preparing the machine' }])
    double.say(run, '\u001b[32mAll done\u001b[0m')
    double.end(run, 'success')
    await engine.sync()
    expect(await list()).toMatchObject([
      { status: 'completed', progress: 100, logs: 'All done\n\n' },
    ])
    expect(await engine.sync()).toBe(0)
  })

  test.each<[RunConclusion, string, string | null]>([
    ['success', 'completed', null],
    ['neutral', 'completed', null],
    ['failure', 'failed', 'The run failed on GitHub. The end of its log says why.'],
    ['cancelled', 'failed', 'The run was cancelled on GitHub.'],
    ['timed_out', 'failed', 'The run took longer than its workflow allows'],
    ['skipped', 'failed', 'GitHub skipped the run'],
    ['action_required', 'failed', 'GitHub requires an approval for this run'],
    ['stale', 'failed', 'GitHub ended the run because its machine did not report'],
    ['startup_failure', 'failed', 'GitHub could not start the run.'],
  ])('a run that ended with %s becomes a %s job', async (conclusion, status, error) => {
    const { double, engine, list } = await startSyncing()
    double.end(double.startRun('circuit-report.yml'), conclusion)
    await engine.sync()
    const [job] = await list()
    expect(job?.status).toBe(status)
    if (error === null) expect(job?.error).toBeNull()
    else expect(job?.error).toContain(error)
  })

  test('a run that ended before auto-sync was switched on does not become a job', async () => {
    const { double, engine, list } = await startSyncing(inAnHour())
    double.end(double.startRun('circuit-report.yml'), 'success')
    const goingOn = double.startRun('congregation-report.yml')
    await engine.sync()
    expect(await list()).toMatchObject([{ githubRunId: String(goingOn.id) }])
  })

  test('a run of this dashboard’s own job stays that job, also when it is removed', async () => {
    const { db, double, engine, list, dispatched } = await startSyncing()
    const { id } = await dispatched()
    await engine.sync()
    expect(await list()).toHaveLength(1)
    await claimJob(db, id, 'runner')
    await completeJob(db, id, 'runner', null)
    double.end(double.runOf(id), 'success')
    await deleteCompletedJobs(db)
    await engine.sync()
    expect(await list()).toEqual([])
  })

  test('a job that was cleared does not come back', async () => {
    const { db, double, engine, list } = await startSyncing()
    double.end(double.startRun('circuit-report.yml'), 'success')
    await engine.sync()
    await deleteCompletedJobs(db)
    await engine.sync()
    expect(await list()).toEqual([])
  })

  test('two servers that find the same run create one job for it', async () => {
    const { double, engine, startEngine, list } = await startSyncing()
    double.startRun('circuit-report.yml')
    await Promise.all([engine.sync(), startEngine().sync()])
    expect(await list()).toHaveLength(1)
  })

  test('a second export waits until the first has ended', async () => {
    const { db, double, engine, list } = await startSyncing()
    const own = await queuedJob(db)
    const run = double.startRun('locust-export.yml')
    await engine.sync()
    expect(await list()).toHaveLength(1)
    await claimJob(db, own.id, 'runner')
    await completeJob(db, own.id, 'runner', null)
    await engine.sync()
    expect(await list()).toMatchObject([{ id: own.id }, { githubRunId: String(run.id) }])
  })

  test('its job is never handed to GitHub again, nor mistaken for a lost one', async () => {
    const { db, double, engine, list } = await startSyncing()
    const run = double.startRun('circuit-report.yml')
    await engine.sync()
    await dispatchAndStop(engine)
    double.move(run, { status: 'in_progress' })
    await engine.sync()
    await db.updateTable('jobs').set({ leaseExpiresAt: longAgo }).execute()
    await engine.sync()
    await dispatchAndStop(engine)
    expect(double.count('dispatch')).toBe(0)
    expect(await list()).toMatchObject([{ status: 'running' }])
  })

  test('its job can be cancelled here', async () => {
    const { db, double, engine, list } = await startSyncing()
    const run = double.startRun('circuit-report.yml')
    await engine.sync()
    const [job] = await list()
    await cancelJob(db, job?.id ?? '', 'Ann Lee')
    await pollUntil({ engine }, () => expect(run.conclusion).toBe('cancelled'))
    await engine.sync()
    expect(await list()).toMatchObject([{ status: 'failed', error: 'Cancelled by Ann Lee' }])
  })

  test('a second attempt of an ended run changes nothing', async () => {
    const { double, engine, list } = await startSyncing()
    const run = double.startRun('circuit-report.yml')
    double.end(run, 'failure')
    await engine.sync()
    const before = await list()
    double.rerun(run)
    await engine.sync()
    expect(await list()).toEqual(before)
  })

  test('a job has the times of its run, however late the run is found', async () => {
    const { double, engine, list } = await startSyncing()
    const run = double.startRun('circuit-report.yml')
    double.end(run, 'success')
    run.createdAt = new Date('2026-11-20T10:00:00Z')
    run.attemptAt = new Date('2026-11-20T10:00:05Z')
    run.updatedAt = new Date('2026-11-20T10:02:10Z')
    await engine.sync()
    expect(await list()).toMatchObject([
      {
        createdAt: '2026-11-20T10:00:00.000Z',
        startedAt: '2026-11-20T10:00:05.000Z',
        completedAt: '2026-11-20T10:02:10.000Z',
        elapsedTime: '2m 5s',
      },
    ])
  })

  test('its job ends even when the log cannot be read', async () => {
    const { double, engine, list, warnings } = await startSyncing()
    double.setFault('log', { kind: 'refuse', status: 404, message: 'Expired' })
    double.end(double.startRun('circuit-report.yml'), 'success')
    await engine.sync()
    expect(await list()).toMatchObject([
      { status: 'completed', logs: 'The log of this run could not be read from GitHub.\n' },
    ])
    expect(warnings).toHaveLength(1)
  })

  test('the token is not sent to the host that stores the log', async () => {
    const { double, engine } = await startSyncing()
    double.end(double.startRun('circuit-report.yml'), 'success')
    await engine.sync()
    const log = double.exchanges.find(({ call }) => call === 'log')
    expect(log?.status).toBe(200)
    expect(log?.requestHeaders.authorization).toBeUndefined()
  })

  test('the last 64 KB of a long log are stored', async () => {
    const { double, engine, list } = await startSyncing()
    const run = double.startRun('circuit-report.yml')
    const line = `2026-11-20T10:00:00.0000000Z ${'x'.repeat(99)}\n`
    run.log = `${line.repeat(30_000)}2026-11-20T10:00:00.0000000Z the end\n`
    double.end(run, 'failure')
    await engine.sync()
    const [job] = await list()
    const logs = job?.logs ?? ''
    expect(logs.length).toBeLessThanOrEqual(64_100)
    expect(logs).toMatch(/^\(The beginning of the log is left out\.\)\nx+\n/)
    expect(logs).toContain('\nthe end\n')
  })
})
