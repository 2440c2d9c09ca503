import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { changeRow, longAgo, lostJob, queuedJob, readJob, runningJob } from '../../test/jobs.ts'
import { readVersion } from '../database/data-versions.ts'
import { deleteCompletedJobs, deleteEndedJob } from './delete-jobs.ts'
import { completeJob, failActiveJob, failJob } from './finish-job.ts'
import { reportProgress } from './report-progress.ts'
import { releaseJob, retryLostJob } from './retry-job.ts'

/** Tests which columns a job has after it has ended, was queued again or removed; other jobs stay unchanged. */

const report = { type: 'circuit-report' } as const

describe('ending', () => {
  it('completes with outcome, full progress, and no lease, step or error', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const other = await runningJob(db, { type: 'import' })
    const startedAt = new Date(Date.now() - 125_000).toISOString()
    await changeRow(db, id, { startedAt })
    expect(await completeJob(db, id, 'runner', { rowCount: 3 })).toBe(true)
    const job = await readJob(db, id)
    expect(job).toMatchObject({
      status: 'completed',
      progress: 100,
      error: null,
      failureKind: null,
      leaseOwner: null,
      leaseExpiresAt: null,
      elapsedTime: expect.stringMatching(/^2m \ds$/),
    })
    expect(JSON.parse(job.outcome ?? '')).toEqual({ rowCount: 3 })
    expect(job.completedAt).toBe(job.updatedAt)
    expect(job.updatedAt).not.toBe(longAgo)
    expect(await readJob(db, other.id)).toEqual(other)
  })

  it('completes without an outcome as null', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    await completeJob(db, id, 'runner', undefined)
    expect((await readJob(db, id)).outcome).toBe('null')
  })

  it('fails with the reason, the progress it had reached and its log', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    await reportProgress(db, id, 'runner', { progress: 40, log: 'a\n' })
    await failActiveJob(db, id, { error: 'Broken', kind: 'outside-system', log: 'b\n' })
    expect(await readJob(db, id)).toMatchObject({
      status: 'failed',
      progress: 40,
      error: 'Broken',
      failureKind: 'outside-system',
      outcome: null,
      logs: 'a\nb\n',
      leaseOwner: null,
      leaseExpiresAt: null,
      elapsedTime: '< 1s',
    })
  })

  it.each(['completed', 'failed'])(
    '%s counts from when the job ended, even if that is found out later',
    async (status) => {
      const db = await freshDatabase()
      const { id } = await runningJob(db)
      await changeRow(db, id, { startedAt: '2026-11-20T10:00:00.000Z' })
      const endedAt = '2026-11-20T10:02:05.000Z'
      if (status === 'completed') await completeJob(db, id, 'runner', null, endedAt)
      else await failActiveJob(db, id, { error: 'Broken', kind: 'other', endedAt })
      expect(await readJob(db, id)).toMatchObject({
        status,
        completedAt: endedAt,
        elapsedTime: '2m 5s',
      })
      const trace = await db
        .selectFrom('automation_status')
        .where('eventType', '=', 'export-end')
        .selectAll()
        .execute()
      expect(trace).toMatchObject([{ eventType: 'export-end', lastTimestamp: endedAt }])
    },
  )

  it('records no duration for a job that fails before it begins', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db)
    expect(await failActiveJob(db, id, { error: 'Broken', kind: 'other' })).toBe(true)
    expect(await readJob(db, id)).toMatchObject({ elapsedTime: null, logs: null })
    expect(await failActiveJob(db, 'none', { error: 'Broken', kind: 'other' })).toBe(false)
  })

  it('is refused to a runner that does not hold the job', async () => {
    const db = await freshDatabase()
    const job = await runningJob(db)
    expect(await completeJob(db, job.id, 'other', null)).toBe(false)
    expect(await failJob(db, job.id, 'other', { error: 'Broken', kind: 'other' })).toBe(false)
    expect(await readJob(db, job.id)).toEqual(job)
  })

  it('fails queued dependents with it, at the same time, and nothing that has ended', async () => {
    const db = await freshDatabase()
    const first = await runningJob(db)
    const waiting = await queuedJob(db, { type: 'import', dependsOn: first.id })
    const unrelated = await queuedJob(db, report)
    const ended = await runningJob(db, report)
    await completeJob(db, ended.id, 'runner', null)
    await db.updateTable('jobs').set({ dependsOn: first.id }).where('id', '=', ended.id).execute()
    const before = [await readJob(db, unrelated.id), await readJob(db, ended.id)]
    await changeRow(db, waiting.id, {})
    await failJob(db, first.id, 'runner', { error: 'Broken', kind: 'other' })
    const failed = await readJob(db, waiting.id)
    expect(failed).toMatchObject({ status: 'failed', completedAt: failed.updatedAt })
    expect(failed.updatedAt).not.toBe(longAgo)
    expect(failed.failureKind).not.toBeNull()
    expect([await readJob(db, unrelated.id), await readJob(db, ended.id)]).toEqual(before)
  })

  it('completes without failing the jobs that wait for it', async () => {
    const db = await freshDatabase()
    const first = await runningJob(db)
    const waiting = await queuedJob(db, { type: 'import', dependsOn: first.id })
    await completeJob(db, first.id, 'runner', null)
    expect(await readJob(db, waiting.id)).toEqual(waiting)
  })
})

describe('going back to the queue', () => {
  it('after a lost runner keeps the count of tries and says which one is next', async () => {
    const db = await freshDatabase()
    const lost = await lostJob(db)
    await reportProgress(db, lost.id, 'runner', { step: 'Half', log: 'a\n' })
    const other = await lostJob(db, { type: 'import' })
    await changeRow(db, lost.id, {})
    expect(await retryLostJob(db, lost)).toBe('queued')
    const job = await readJob(db, lost.id)
    expect(job).toMatchObject({
      status: 'queued',
      attempts: 1,
      step: null,
      leaseOwner: null,
      leaseExpiresAt: null,
      logs: 'a\nThe job stopped unexpectedly; try 2 of 3 follows.\n',
    })
    expect(job.updatedAt).not.toBe(longAgo)
    expect(await readJob(db, other.id)).toEqual(other)
  })

  it('after an interruption does not count as a try, and says that the job continues', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const job = { ...(await readJob(db, id)), leaseOwner: 'runner' }
    expect(await releaseJob(db, job)).toBe(true)
    expect(await readJob(db, id)).toMatchObject({
      attempts: 0,
      logs: 'Interrupted; the job continues soon.\n',
    })
    expect(await releaseJob(db, job)).toBe(false)
    expect((await readJob(db, id)).status).toBe('queued')
  })

  it('is allowed only to a runner that still holds the job', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const held = await readJob(db, id)
    const other = { ...held, leaseOwner: 'other' }
    expect(await releaseJob(db, other)).toBe(false)
    expect(await retryLostJob(db, other)).toBeUndefined()
    expect(await retryLostJob(db, { ...other, attempts: 3 })).toBeUndefined()
    const nobody = { ...held, leaseOwner: null }
    expect(await retryLostJob(db, nobody)).toBeUndefined()
    expect(await readJob(db, id)).toMatchObject({ status: 'running', leaseOwner: 'runner' })
    await db.updateTable('jobs').set({ leaseOwner: null }).where('id', '=', id).execute()
    expect(await retryLostJob(db, nobody)).toBeUndefined()
    expect((await readJob(db, id)).status).toBe('running')
  })

  it('ends at the third try, with the number of tries in the reason', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    expect(await retryLostJob(db, { ...(await readJob(db, id)), attempts: 3 })).toBe('failed')
    const job = await readJob(db, id)
    expect(job.error).toBe(
      'The job stopped unexpectedly 3 times. Retry it, or read its log for the reason.',
    )
    expect(job.failureKind).not.toBeNull()
  })
})

describe('removing', () => {
  it('removes one ended job, and raises the version if it did', async () => {
    const db = await freshDatabase()
    const completed = await runningJob(db, report)
    await completeJob(db, completed.id, 'runner', null)
    const failed = await runningJob(db, report)
    await failJob(db, failed.id, 'runner', { error: 'Broken', kind: 'other' })
    const queued = await queuedJob(db, report)
    const before = await readVersion(db, 'jobs')
    expect(await deleteEndedJob(db, queued.id)).toBe(false)
    expect(await readVersion(db, 'jobs')).toBe(before)
    expect(await deleteEndedJob(db, completed.id)).toBe(true)
    expect(await readVersion(db, 'jobs')).not.toBe(before)
    const left = await db.selectFrom('jobs').select('id').orderBy('sequence').execute()
    expect(left.map(({ id }) => id)).toEqual([failed.id, queued.id])
  })

  it('of all completed jobs raises the version only when there were some', async () => {
    const db = await freshDatabase()
    for (let count = 0; count < 2; count += 1) {
      const { id } = await runningJob(db, report)
      await completeJob(db, id, 'runner', null)
    }
    const full = await readVersion(db, 'jobs')
    expect(await deleteCompletedJobs(db)).toBe(2)
    expect(await readVersion(db, 'jobs')).not.toBe(full)
    const before = await readVersion(db, 'jobs')
    expect(await deleteCompletedJobs(db)).toBe(0)
    expect(await readVersion(db, 'jobs')).toBe(before)
  })
})
