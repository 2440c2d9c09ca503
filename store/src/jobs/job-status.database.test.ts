import { FailureKind } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { changeRow, lostJob, queuedJob, readJob, runningJob } from '../../test/jobs.ts'
import { readVersion } from '../database/data-versions.ts'
import { isSecondActive, isSecondRetry, isUniqueViolation } from '../database/database-errors.ts'
import type { Db } from '../database/open-database.ts'
import { changeJobs } from './change-jobs.ts'
import { claimJob } from './claim-job.ts'
import { deleteCompletedJobs, deleteEndedJob } from './delete-jobs.ts'
import { cancelJob, completeJob, dependencyFailed, failActiveJob, failJob } from './finish-job.ts'
import { insertJobs } from './insert-jobs.ts'
import { findReadyJobs } from './list-jobs.ts'
import { renewLease } from './renew-lease.ts'
import { reportProgress } from './report-progress.ts'
import { releaseJob, retryLostJob } from './retry-job.ts'

/** Returns a job to the queue as its runner does on SIGTERM. */
async function interrupt(db: Db, id: string) {
  return releaseJob(db, { ...(await readJob(db, id)), leaseOwner: 'runner' })
}

const failure = { error: 'Broken', kind: 'other' } as const

describe('inserting', () => {
  it('preserves targets that contain commas, and numbers jobs in their order', async () => {
    const db = await freshDatabase()
    await insertJobs(db, [
      { id: 'a', type: 'circuit-report', targets: ['NJ 07, North', 'NY-1'], createdBy: null },
      { id: 'b', type: 'export', createdBy: { id: 'u', fullName: 'Ann Lee' } },
    ])
    const a = await readJob(db, 'a')
    const b = await readJob(db, 'b')
    expect(a.target).toBe('NJ 07, North, NY-1')
    expect(JSON.parse(a.targets)).toEqual(['NJ 07, North', 'NY-1'])
    expect(b.sequence).toBeGreaterThan(a.sequence)
    expect(b.createdBy).toBe('Ann Lee')
  })

  it('inserts all of several jobs or none', async () => {
    const db = await freshDatabase()
    await queuedJob(db, { type: 'import' })
    const both = insertJobs(db, [
      { id: 'a', type: 'export', createdBy: null },
      { id: 'b', type: 'import', dependsOn: 'a', createdBy: null },
    ])
    await expect(both).rejects.toSatisfy(isSecondActive)
    expect(await db.selectFrom('jobs').select('id').where('id', '=', 'a').execute()).toEqual([])
  })
})

describe('another unique violation', () => {
  it('is not mistaken for a second active export or import', async () => {
    const db = await freshDatabase()
    const failed = await queuedJob(db, { type: 'circuit-report' })
    const retry = (id: string) =>
      insertJobs(db, [{ id, type: 'circuit-report', retryOf: failed.id, createdBy: null }])
    await retry('a')
    const error = await retry('b').catch((thrown: unknown) => thrown)
    expect(error).toSatisfy(isUniqueViolation)
    expect(error).not.toSatisfy(isSecondActive)
    expect(error).toSatisfy(isSecondRetry)
  })
})

describe('claiming', () => {
  it('gives a job to only one of two runners', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db)
    const claims = await Promise.all([claimJob(db, id, 'one'), claimJob(db, id, 'two')])
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
  })

  it('waits for what the job depends on', async () => {
    const db = await freshDatabase()
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    expect(await claimJob(db, second.id, 'runner')).toBeUndefined()
    expect(await findReadyJobs(db)).toEqual([])
    await completeJob(db, first.id, 'runner', null)
    expect(await findReadyJobs(db)).toMatchObject([{ id: second.id }])
    expect(await claimJob(db, second.id, 'runner')).toMatchObject({ status: 'running' })
  })
})

describe('working', () => {
  it('writes progress only for the runner that holds the job', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    expect(await reportProgress(db, id, 'runner', { progress: 40, step: 'Half', log: 'a\n' })).toBe(
      true,
    )
    expect(await reportProgress(db, id, 'other', { progress: 90, log: 'b\n' })).toBe(false)
    expect(await readJob(db, id)).toMatchObject({ progress: 40, step: 'Half', logs: 'a\n' })
  })

  it('removes NUL from a log or an error, since PostgreSQL cannot store it', async () => {
    const db = await freshDatabase()
    const job = await runningJob(db)
    await reportProgress(db, job.id, 'runner', { log: 'row \0 7\n' })
    await failJob(db, job.id, 'runner', {
      error: 'cell "a\0b"',
      details: 'at\0 7',
      kind: 'other',
    })
    expect(await readJob(db, job.id)).toMatchObject({
      logs: 'row  7\n',
      error: 'cell "ab"',
      errorDetails: 'at 7',
    })
  })

  it.each([
    [[], false],
    [['a'], true],
  ])('a change of the jobs %j raises the version: %s', async (jobs, isRaised) => {
    const db = await freshDatabase()
    const before = await readVersion(db, 'jobs')
    expect(await changeJobs(db, async () => jobs)).toBe(jobs)
    expect((await readVersion(db, 'jobs')) !== before).toBe(isRaised)
  })

  it('raises the version with every visible change and with nothing else', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const before = await readVersion(db, 'jobs')
    await renewLease(db, id, 'runner')
    await reportProgress(db, id, 'other', { progress: 90 })
    expect(await readVersion(db, 'jobs')).toBe(before)
    await reportProgress(db, id, 'runner', { progress: 90 })
    expect(await readVersion(db, 'jobs')).not.toBe(before)
  })
})

describe('ending', () => {
  it('lets either cancel or completion win, never both', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const [cancelled, completed] = await Promise.all([
      cancelJob(db, id, 'Ann Lee'),
      completeJob(db, id, 'runner', { rowCount: 3 }),
    ])
    expect(cancelled).not.toBe(completed)
    expect((await readJob(db, id)).status).toBe(cancelled ? 'failed' : 'completed')
  })

  it('records who cancelled, and a late runner changes nothing', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    await cancelJob(db, id, 'Ann Lee')
    expect(await completeJob(db, id, 'runner', null)).toBe(false)
    expect(await renewLease(db, id, 'runner')).toBe(false)
    expect(await cancelJob(db, id, 'Bo Ray')).toBe(false)
    expect(await readJob(db, id)).toMatchObject({
      status: 'failed',
      error: 'Cancelled by Ann Lee',
      failureKind: 'cancelled',
      cancelledBy: 'Ann Lee',
    })
  })

  it('fails what depends on a failed job', async () => {
    const db = await freshDatabase()
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    await failJob(db, first.id, 'runner', failure)
    expect(await readJob(db, second.id)).toMatchObject({
      status: 'failed',
      error: dependencyFailed,
      failureKind: 'dependency',
      cancelledBy: null,
    })
  })

  it('names who cancelled a job also in the job that depends on it', async () => {
    const db = await freshDatabase()
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    await cancelJob(db, first.id, 'Ann Lee')
    const waited = { error: dependencyFailed, failureKind: 'dependency', cancelledBy: 'Ann Lee' }
    expect(await readJob(db, second.id)).toMatchObject(waited)
    await deleteEndedJob(db, first.id)
    expect(await readJob(db, second.id)).toMatchObject({ ...waited, dependsOn: null })
  })

  it.each(FailureKind.options)('stores the kind %s, and that nobody cancelled', async (kind) => {
    const db = await freshDatabase()
    const held = await runningJob(db)
    const waiting = await queuedJob(db, { type: 'circuit-report' })
    await failJob(db, held.id, 'runner', { error: 'Broken', kind })
    await failActiveJob(db, waiting.id, { error: 'Broken', kind })
    for (const { id } of [held, waiting]) {
      expect(await readJob(db, id)).toMatchObject({ failureKind: kind, cancelledBy: null })
    }
  })

  it('removes ended jobs only, and leaves failed ones when completed ones are cleared', async () => {
    const db = await freshDatabase()
    const done = await runningJob(db)
    await completeJob(db, done.id, 'runner', null)
    const active = await runningJob(db)
    expect(await deleteEndedJob(db, active.id)).toBe(false)
    await failJob(db, active.id, 'runner', failure)
    expect(await deleteCompletedJobs(db)).toBe(1)
    expect(await deleteEndedJob(db, active.id)).toBe(true)
  })
})

describe('losing a runner', () => {
  it('tries again up to three times, then fails', async () => {
    const db = await freshDatabase()
    const { id } = await lostJob(db)
    for (let attempt = 1; attempt < 3; attempt += 1) {
      const lost = await readJob(db, id)
      expect(await retryLostJob(db, lost)).toBe('queued')
      await claimJob(db, id, 'runner')
      await db.updateTable('jobs').set({ leaseExpiresAt: '2020-01-01' }).execute()
    }
    const lost = await readJob(db, id)
    expect(await retryLostJob(db, lost)).toBe('failed')
    const { error, failureKind } = await readJob(db, id)
    expect([error, failureKind]).toEqual([expect.stringContaining('3 times'), 'interrupted'])
  })

  it('does not retry a job whose runner has renewed its lease meanwhile', async () => {
    const db = await freshDatabase()
    const seen = await lostJob(db)
    await retryLostJob(db, seen)
    await claimJob(db, seen.id, 'next runner')
    expect(await retryLostJob(db, seen)).toBeUndefined()
    expect(await readJob(db, seen.id)).toMatchObject({ leaseOwner: 'next runner' })
  })

  it.each([1, 3])('leaves a job to a runner that renews in between, at try %i', async (tries) => {
    const db = await freshDatabase()
    const { id } = await lostJob(db)
    await db.updateTable('jobs').set({ attempts: tries }).execute()
    const lost = await readJob(db, id)
    expect(await renewLease(db, id, 'runner')).toBe(true)
    expect(await retryLostJob(db, lost)).toBeUndefined()
    expect(await readJob(db, id)).toMatchObject({ status: 'running', leaseOwner: 'runner' })
  })

  it('releases a job for its own runner, even after a renewal of the lease', async () => {
    const db = await freshDatabase()
    const { id } = await lostJob(db)
    const claimed = { id, attempts: 1, leaseOwner: 'runner' }
    await renewLease(db, id, 'runner')
    expect(await releaseJob(db, claimed)).toBe(true)
    expect(await releaseJob(db, claimed)).toBe(false)
  })

  it('does not count a try that was interrupted on purpose, however often', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db)
    for (let interruption = 1; interruption <= 5; interruption += 1) {
      await claimJob(db, id, 'runner')
      expect(await interrupt(db, id)).toBe(true)
    }
    expect(await readJob(db, id)).toMatchObject({ status: 'queued', attempts: 0, leaseOwner: null })
  })
})

describe('the time that a job took', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

  it.each([
    [68_000, '1m 8s'],
    [3_600_000, '1h 0m'],
  ])('is counted from its start: %d ms', async (agoMs, took) => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    await changeRow(db, id, { startedAt: new Date(Date.now() - agoMs).toISOString() })
    await cancelJob(db, id, 'Ann Lee')
    expect((await readJob(db, id)).elapsedTime).toBe(took)
  })

  it('is never negative', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    await db.updateTable('jobs').set({ startedAt: inAnHour() }).where('id', '=', id).execute()
    await cancelJob(db, id, 'Ann Lee')
    expect((await readJob(db, id)).elapsedTime).toBe('< 1s')
  })
})
