import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { changeRow, longAgo, lostJob, queuedJob, readJob, runningJob } from '../../test/jobs.ts'
import { readVersion } from '../database/data-versions.ts'
import { claimJob } from './claim-job.ts'
import { completeJob, failActiveJob, failJob } from './finish-job.ts'
import { githubOwner } from './github-started-jobs.ts'
import { findReadyJobs, listLeasedJobs } from './list-jobs.ts'
import { lockJob, renewLease } from './renew-lease.ts'
import { reportProgress } from './report-progress.ts'
import { retryLostJob } from './retry-job.ts'

/** Tests which columns a job has while it waits and runs; other jobs stay unchanged. */

const report = { type: 'circuit-report' } as const

const leaseMsFromNow = (leaseExpiresAt: string | null) =>
  Date.parse(leaseExpiresAt ?? '') - Date.now()

it('queuing records who requested what, and raises the version', async () => {
  const db = await freshDatabase()
  const before = await readVersion(db, 'jobs')
  const createdBy = { id: 'u1', fullName: 'Ann Lee' }
  const first = await queuedJob(db, { ...report, targets: ['A', 'B'], createdBy })
  expect(await readVersion(db, 'jobs')).not.toBe(before)
  expect(first).toMatchObject({
    status: 'queued',
    progress: 0,
    attempts: 0,
    target: 'A, B',
    targets: '["A","B"]',
    dependsOn: null,
    createdBy: 'Ann Lee',
    createdById: 'u1',
    startedAt: null,
  })
  expect(first.createdAt).toBe(first.updatedAt)
  const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
  expect(second).toMatchObject({ target: null, targets: '[]', dependsOn: first.id })
  expect(second).toMatchObject({ createdBy: null, createdById: null })
})

describe('claiming', () => {
  it('gives a lease of half a minute, counts the try and begins the job', async () => {
    const db = await freshDatabase()
    const { id } = await queuedJob(db)
    await changeRow(db, id, {})
    const claimed = await claimJob(db, id, 'runner')
    expect(claimed).toMatchObject({ id, status: 'running', leaseOwner: 'runner', attempts: 1 })
    expect(claimed?.startedAt).not.toBeNull()
    expect(claimed?.updatedAt).not.toBe(longAgo)
    const left = leaseMsFromNow(claimed?.leaseExpiresAt ?? null)
    expect(left).toBeGreaterThan(20_000)
    expect(left).toBeLessThanOrEqual(30_000)
  })

  it('preserves the start of a job at its second try', async () => {
    const db = await freshDatabase()
    const lost = await lostJob(db)
    await changeRow(db, lost.id, { startedAt: longAgo })
    await retryLostJob(db, lost)
    const again = await claimJob(db, lost.id, 'next')
    expect(again).toMatchObject({ startedAt: longAgo, attempts: 2, leaseOwner: 'next' })
  })

  it('claims a job that follows a run on GitHub for that run only', async () => {
    const db = await freshDatabase()
    const followed = await queuedJob(db, report)
    const other = await queuedJob(db, report)
    await changeRow(db, followed.id, { leaseOwner: githubOwner })
    expect(await claimJob(db, followed.id, 'runner')).toBeUndefined()
    expect(await claimJob(db, other.id, githubOwner)).toBeUndefined()
    const claimed = await claimJob(db, followed.id, githubOwner)
    expect(claimed).toMatchObject({ id: followed.id, status: 'running' })
    expect(await claimJob(db, other.id, 'runner')).toBeDefined()
  })

  it('claims no job that runs, has ended, or waits for another', async () => {
    const db = await freshDatabase()
    const running = await runningJob(db, report)
    const ended = await runningJob(db, report)
    await failJob(db, ended.id, 'runner', { error: 'Broken', kind: 'other' })
    const waiting = await queuedJob(db, { ...report, dependsOn: ended.id })
    const done = await runningJob(db, report)
    await completeJob(db, done.id, 'runner', null)
    for (const { id } of [running, ended, waiting, done]) {
      expect(await claimJob(db, id, 'other')).toBeUndefined()
    }
    expect(await readJob(db, running.id)).toEqual(running)
  })
})

describe('leases', () => {
  it('are renewed to half a minute from now, for their own job and owner only', async () => {
    const db = await freshDatabase()
    const { id } = await lostJob(db)
    const other = await lostJob(db, { type: 'import' })
    expect(await renewLease(db, id, 'somebody')).toBe(false)
    expect(await renewLease(db, id, 'runner')).toBe(true)
    const left = leaseMsFromNow((await readJob(db, id)).leaseExpiresAt)
    expect(left).toBeGreaterThan(20_000)
    expect(left).toBeLessThanOrEqual(30_000)
    expect(await readJob(db, other.id)).toEqual(other)
  })

  it('can be held through a transaction by their owner only', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const other = await runningJob(db, { type: 'import' })
    await changeRow(db, id, {})
    const hold = (owner: string) => db.transaction().execute((tx) => lockJob(tx, id, owner))
    expect(await hold('somebody')).toBe(false)
    expect((await readJob(db, id)).updatedAt).toBe(longAgo)
    expect(await hold('runner')).toBe(true)
    expect((await readJob(db, id)).updatedAt).not.toBe(longAgo)
    expect(await readJob(db, other.id)).toEqual(other)
    await failActiveJob(db, id, { error: 'Cancelled', kind: 'cancelled' })
    expect(await hold('runner')).toBe(false)
  })

  it('are listed with those that have expired, without jobs that only follow a run', async () => {
    const db = await freshDatabase()
    const lost = await lostJob(db)
    const running = await runningJob(db, report)
    await queuedJob(db, report)
    const followed = await runningJob(db, report)
    await changeRow(db, followed.id, { leaseExpiresAt: null })
    const listed = await listLeasedJobs(db)
    expect(listed.map(({ id }) => id).toSorted()).toEqual([lost.id, running.id].toSorted())
    expect(listed.find(({ id }) => id === lost.id)).toMatchObject({
      type: 'export',
      leaseOwner: 'runner',
      leaseExpiresAt: lost.leaseExpiresAt,
      attempts: 1,
      dispatchedAt: null,
    })
  })
})

it('ready jobs are the queued ones, oldest first', async () => {
  const db = await freshDatabase()
  const first = await queuedJob(db, report)
  await runningJob(db, report)
  const second = await queuedJob(db, report)
  await db.updateTable('jobs').set({ updatedAt: longAgo }).where('id', '=', second.id).execute()
  expect((await findReadyJobs(db)).map(({ id }) => id)).toEqual([first.id, second.id])
})

describe('progress', () => {
  it('changes what is given and leaves the rest', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    await reportProgress(db, id, 'runner', { progress: 10, step: 'One', log: 'a\n' })
    await changeRow(db, id, {})
    await reportProgress(db, id, 'runner', { log: 'b\n' })
    const afterLog = await readJob(db, id)
    expect(afterLog).toMatchObject({ progress: 10, step: 'One', logs: 'a\nb\n' })
    expect(afterLog.updatedAt).not.toBe(longAgo)
    await reportProgress(db, id, 'runner', { progress: 0, step: '' })
    expect(await readJob(db, id)).toMatchObject({ progress: 0, step: '', logs: 'a\nb\n' })
  })

  it('says which system the job waits for until it no longer waits', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const retrying = { system: 'locust', attempt: 2, tries: 5 } as const
    await reportProgress(db, id, 'runner', { step: 'One', retrying })
    await reportProgress(db, id, 'runner', { progress: 10 })
    const waiting = await readJob(db, id)
    expect(waiting).toMatchObject({ progress: 10, step: 'One' })
    expect(JSON.parse(waiting.retrying ?? '')).toEqual(retrying)
    await reportProgress(db, id, 'runner', { retrying: null })
    expect((await readJob(db, id)).retrying).toBeNull()
  })

  it('changes no other job of the same runner', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    const other = await runningJob(db, { type: 'import' })
    await reportProgress(db, id, 'runner', { progress: 10, step: 'One', log: 'a\n' })
    expect(await readJob(db, other.id)).toEqual(other)
  })

  it('lets a log grow to about a million characters, and then says that it is full', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db)
    await changeRow(db, id, { logs: 'x'.repeat(999_999) })
    await reportProgress(db, id, 'runner', { log: 'last\n' })
    await reportProgress(db, id, 'runner', { log: 'too much\n' })
    const { logs } = await readJob(db, id)
    const full = 'xlast\nThe log is full: what follows is not written.\n'
    expect([logs?.length, logs?.slice(-full.length)]).toEqual([999_998 + full.length, full])
    await reportProgress(db, id, 'runner', { log: 'too much\n' })
    expect((await readJob(db, id)).logs).toBe(logs)
  })
})
