import { type Job, JobEnd, jobEnd } from '@dashboard/contract/jobs'
import type { Db } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { cancelJob, completeJob, failActiveJob, failJob } from '@dashboard/store/jobs/finish-job'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { dispatchAndStop, startGithub } from '../../test/github.ts'
import { due, insertSchedule } from '../../test/schedules.ts'
import { startDueRuns } from '../schedules/start-due-runs.ts'

type EndSync = (db: Db, ids: { exportId: string; importId: string }) => Promise<unknown>

const claimAnd =
  (end: (db: Db, id: string) => Promise<unknown>): EndSync =>
  async (db, { exportId }) => {
    await claimJob(db, exportId, 'runner')
    await end(db, exportId)
  }

const afterExport =
  (end: (db: Db, id: string) => Promise<unknown>): EndSync =>
  async (db, { exportId, importId }) => {
    await claimJob(db, exportId, 'runner')
    await completeJob(db, exportId, 'runner', { rowCount: 3 })
    await claimJob(db, importId, 'runner')
    await end(db, importId)
  }

const endRunOnGithub =
  (conclusion: 'cancelled' | 'timed_out'): EndSync =>
  async (db, { exportId }) => {
    const { engine, double } = await startGithub({ db })
    engine.start(exportId)
    await dispatchAndStop(engine)
    double.end(double.runOf(exportId), conclusion)
    await engine.sync()
  }

const loseThreeTimes = async (db: Db, id: string) => {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await claimJob(db, id, 'runner')
    await db
      .updateTable('jobs')
      .set({ leaseExpiresAt: '2020-01-01' })
      .where('id', '=', id)
      .execute()
    await retryLostJob(db, await readJob(db, id))
  }
}

const quiet = { failed: 0, notices: [], exportError: false }
const cancelled = { ...quiet, run: 'cancelled' }
const broken = { failed: 1, run: 'failed', notices: ['sync-failed'], exportError: false }
const brokenExport = {
  ...broken,
  ends: ['failed', 'notRun'],
  decisive: 'export',
  exportError: true,
}

const ways: Record<string, [EndSync, object]> = {
  'both complete': [
    afterExport((db, id) => completeJob(db, id, 'runner', null)),
    { ...quiet, ends: ['completed', 'completed'], run: 'completed', decisive: 'import' },
  ],
  'the export is cancelled here while it waits': [
    (db, { exportId }) => cancelJob(db, exportId, 'Ann Lee'),
    { ...cancelled, ends: ['cancelled', 'notRun'], decisive: 'export' },
  ],
  'the export is cancelled here while it runs': [
    claimAnd((db, id) => cancelJob(db, id, 'Ann Lee')),
    { ...cancelled, ends: ['cancelled', 'notRun'], decisive: 'export' },
  ],
  'the export is cancelled on GitHub': [
    endRunOnGithub('cancelled'),
    { ...cancelled, ends: ['cancelled', 'notRun'], decisive: 'export' },
  ],
  'the export takes too long on GitHub': [endRunOnGithub('timed_out'), brokenExport],
  'Locust is down': [
    claimAnd((db, id) => failJob(db, id, 'runner', { error: 'No.', kind: 'outside-system' })),
    brokenExport,
  ],
  'the export has a fault': [
    claimAnd((db, id) => failJob(db, id, 'runner', { error: 'No.', kind: 'other' })),
    brokenExport,
  ],
  'the export loses its runner three times': [
    (db, { exportId }) => loseThreeTimes(db, exportId),
    brokenExport,
  ],
  'a backup is restored': [
    (db, { exportId }) => failActiveJob(db, exportId, { error: 'No.', kind: 'interrupted' }),
    brokenExport,
  ],
  'only the waiting import is cancelled, and the export completes': [
    async (db, { exportId, importId }) => {
      await cancelJob(db, importId, 'Ann Lee')
      await claimJob(db, exportId, 'runner')
      await completeJob(db, exportId, 'runner', null)
    },
    { ...cancelled, ends: ['completed', 'cancelled'], decisive: 'import' },
  ],
  'the import is cancelled here': [
    afterExport((db, id) => cancelJob(db, id, 'Ann Lee')),
    { ...cancelled, ends: ['completed', 'cancelled'], decisive: 'import' },
  ],
  'the sheet cannot be read': [
    afterExport((db, id) => failJob(db, id, 'runner', { error: 'No.', kind: 'unreadable-sheet' })),
    { ...broken, ends: ['completed', 'failed'], decisive: 'import' },
  ],
  'the guard stops the import': [
    afterExport((db, id) => failJob(db, id, 'runner', { error: 'No.', kind: 'guard' })),
    { ...broken, ends: ['completed', 'failed'], decisive: 'import', notices: ['import-guard'] },
  ],
  'the import is out of date': [
    afterExport((db, id) => failJob(db, id, 'runner', { error: 'No.', kind: 'outdated' })),
    { ...broken, ends: ['completed', 'failed'], decisive: 'import' },
  ],
  'the import loses its runner three times': [
    afterExport(loseThreeTimes),
    { ...broken, ends: ['completed', 'failed'], decisive: 'import' },
  ],
}

test.each(Object.entries(ways))(
  'every count and notice of a sync says the same when %s',
  async (_way, [end, expected]) => {
    const { db, inject, as } = await startTestApp({ settings: { metricsToken: 'measure-me' } })
    const admin = await as('admin')
    const get = async (url: string) => (await admin.inject({ url })).json()
    await insertSchedule(db)
    const engine = { start() {} }
    const settings = { reportPaper: 'us-letter' } as const
    await startDueRuns({ db, engine, withExport: true, settings }, due)
    // On a slow machine the server would start the next run meanwhile.
    await db.updateTable('schedules').set({ isActive: 0 }).execute()
    const [exported, imported] = await db
      .selectFrom('jobs')
      .selectAll()
      .orderBy('sequence')
      .execute()
    const ids = { exportId: exported?.id ?? '', importId: imported?.id ?? '' }
    await end(db, ids)

    const jobs: Job[] = (await get('/api/jobs')).jobs.toReversed()
    const ends = jobs.map(jobEnd)
    for (const wanted of JobEnd.options) {
      const listed = (await get(`/api/jobs?end=${wanted}`)).jobs.map(({ id }: Job) => id)
      const known = jobs.filter((job) => jobEnd(job) === wanted).map(({ id }) => id)
      expect(listed.toSorted(), `the filter ${wanted}`).toEqual(known.toSorted())
    }
    const metrics = (
      await inject({ url: '/metrics', headers: { authorization: 'Bearer measure-me' } })
    ).body
    const inMetrics = [...metrics.matchAll(/^smpw_jobs_failed_last_day\{.*\} (\d+)$/gm)]
    const failedLastDay: { jobs: number }[] = (await get('/api/system')).jobs.failedLastDay
    const { jobsByDay } = await get('/api/coverage')
    const { exportError, lastSync } = await get('/api/automation-status')
    const [{ lastRun }] = (await get('/api/schedules')).schedules
    const notices = await db.selectFrom('notices').select('kind').execute()
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
    expect({
      ends,
      lastSync: lastSync.map(jobEnd),
      failed: {
        system: sum(failedLastDay.map(({ jobs }) => jobs)),
        metrics: sum(inMetrics.map(([, count]) => Number(count))),
        board: sum(jobsByDay.map(({ failed }: { failed: number }) => failed)),
      },
      completed: sum(jobsByDay.map(({ completed }: { completed: number }) => completed)),
      run: lastRun.outcome,
      decisive: jobs.find(({ id }) => id === lastRun.jobId)?.type,
      notices: notices.map(({ kind }) => kind),
      exportError: exportError !== null,
    }).toEqual(said(expected as Said))
  },
)

interface Said {
  ends: JobEnd[]
  failed: number
}

/** Returns what all places say, which follows from the ends of the two jobs. */
function said({ ends, failed, ...rest }: Said) {
  return {
    ...rest,
    ends,
    lastSync: ends,
    failed: { system: failed, metrics: failed, board: failed },
    completed: ends.filter((end) => end === 'completed').length,
  }
}

test('a kind of failure that is not known counts as a failure, here and in queries', async () => {
  const { db, as } = await startTestApp()
  const admin = await as('admin')
  for (const failureKind of [null, 'weather']) {
    const { id } = await queuedJob(db, { type: 'circuit-report' })
    const values = { status: 'failed', failureKind } as unknown as { status: 'failed' }
    await db.updateTable('jobs').set(values).where('id', '=', id).execute()
  }
  const { jobsByDay } = (await admin.inject({ url: '/api/coverage' })).json()
  expect(jobsByDay).toMatchObject([{ completed: 0, failed: 2 }])
  expect(jobEnd({ status: 'failed', failureKind: null })).toBe('failed')
  expect(jobEnd({ status: 'failed', failureKind: 'weather' as unknown as null })).toBe('failed')
})
