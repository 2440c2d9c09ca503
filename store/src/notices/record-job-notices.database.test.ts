import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { nowIso, toIso } from '../database/column-values.ts'
import { readVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { freshDatabase } from '../database/test-database.ts'
import { insertImport } from '../imports/insert-import.ts'
import { cancelJob, completeJob, failActiveJob, failJob } from '../jobs/finish-job.ts'
import { queuedJob, runningJob } from '../jobs/test-jobs.ts'

const readNotices = (db: Db) =>
  db
    .selectFrom('notices')
    .select(['kind', 'title', 'link', 'audienceId', 'isRepeated'])
    .orderBy('sequence')
    .execute()

const kinds = async (db: Db) => (await readNotices(db)).map(({ kind }) => kind)

async function fail(db: Db, type: JobType, kind: 'guard' | 'outside-system' = 'outside-system') {
  const job = await runningJob(db, { type })
  await failJob(db, job.id, 'runner', { error: 'It failed', kind })
  return job
}

const totals = {
  rows: 10,
  new: 1,
  moved: 0,
  changed: 0,
  left: 0,
  unchanged: 6,
  skipped: 3,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}

async function complete(db: Db, type: JobType, outcome: unknown = {}) {
  const job = await runningJob(db, { type })
  await completeJob(db, job.id, 'runner', outcome)
  return job
}

async function insertUser(db: Db): Promise<string> {
  const id = randomUUID()
  const at = nowIso()
  await db
    .insertInto('users')
    .values({
      id,
      username: id,
      usernameKey: id,
      firstName: 'Ann',
      lastName: 'Lee',
      password: '-',
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  return id
}

describe('the end of a job', () => {
  it('tells of a failure once, in its own transaction', async () => {
    const db = await freshDatabase()
    const before = await readVersion(db, 'notices')
    const job = await fail(db, 'export')
    await failActiveJob(db, job.id, { error: 'again', kind: 'other' })
    expect(await readNotices(db)).toEqual([
      {
        kind: 'sync-failed',
        title: 'The export failed',
        link: '/dashboard/sync',
        audienceId: null,
        isRepeated: 0,
      },
    ])
    expect(await readVersion(db, 'notices')).not.toBe(before)
  })

  it('tells nothing of what was cancelled, of what depends on it, and of what went well', async () => {
    const db = await freshDatabase()
    const exported = await queuedJob(db, { type: 'export' })
    await queuedJob(db, { type: 'import', dependsOn: exported.id })
    await cancelJob(db, exported.id, 'Ann Lee')
    await complete(db, 'export')
    await complete(db, 'import', { totals: { ...totals, skipped: 0 } })
    expect(await readNotices(db)).toEqual([])
  })

  it('tells of the export only when an import fails because of it', async () => {
    const db = await freshDatabase()
    const exported = await runningJob(db, { type: 'export' })
    await queuedJob(db, { type: 'import', dependsOn: exported.id })
    await failJob(db, exported.id, 'runner', { error: 'It failed', kind: 'outside-system' })
    expect((await readNotices(db)).map(({ title }) => title)).toEqual(['The export failed'])
  })

  it('tells of skipped rows and of a stop by the guard', async () => {
    const db = await freshDatabase()
    await complete(db, 'import', { totals })
    await fail(db, 'import', 'guard')
    expect((await readNotices(db)).map(({ title }) => title)).toEqual([
      '3 rows were skipped',
      'The import was stopped',
    ])
  })

  it('leads to the page of what the guard has stopped, and tells nothing of a review', async () => {
    const db = await freshDatabase()
    const job = await runningJob(db, { type: 'import' })
    const importId = await insertImport(db, {
      kind: 'import',
      planJobId: job.id,
      createdBy: null,
    })
    await failJob(db, job.id, 'runner', { error: 'Too many', kind: 'guard' })
    await fail(db, 'review')
    const [notice, ...others] = await readNotices(db)
    expect(notice?.link).toBe(`/dashboard/sync/imports/${importId}`)
    expect(others).toEqual([])
  })

  it('tells that something works again, once, and what fails again meanwhile in the bell only', async () => {
    const db = await freshDatabase()
    await fail(db, 'import')
    await fail(db, 'import')
    await fail(db, 'import', 'guard')
    await complete(db, 'export')
    await complete(db, 'import')
    await complete(db, 'import')
    const found = await readNotices(db)
    expect(found.map(({ title }) => title)).toEqual([
      ...['The import failed', 'The import failed', 'The import was stopped'],
      'The import works again',
    ])
    expect(found.map(({ isRepeated }) => isRepeated)).toEqual([0, 1, 0, 0])
    expect(await db.selectFrom('notice_conditions').selectAll().execute()).toEqual([])
  })

  it('tells who asked for reports that they are ready, and everybody when nobody did', async () => {
    const db = await freshDatabase()
    const targets = ['NY-1', 'NY-2']
    for (const createdBy of [{ id: await insertUser(db), fullName: 'Ann Lee' }, null]) {
      const job = await runningJob(db, { type: 'circuit-report', targets, createdBy })
      await db.updateTable('jobs').set({ reportsMade: 2 }).where('id', '=', job.id).execute()
      await completeJob(db, job.id, 'runner', {})
    }
    const [first, second] = await readNotices(db)
    expect([first?.title, second?.title]).toEqual(['2 reports are ready', '2 reports are ready'])
    expect(first?.audienceId).not.toBeNull()
    expect(second?.audienceId).toBeNull()
  })

  it('tells that reports could not be made, but not that they were cancelled', async () => {
    const db = await freshDatabase()
    await fail(db, 'circuit-report')
    const cancelled = await queuedJob(db, { type: 'congregation-report', targets: ['Central'] })
    await cancelJob(db, cancelled.id, 'Ann Lee')
    expect(await kinds(db)).toEqual(['reports-failed'])
  })

  it.each([
    ['watched it', 30_000, 1],
    ['had no visible page open', 60_000, 0],
    ['has a clock that was set back since', -60_000, 0],
  ])('is read by who started the job and %s', async (_what, agoMs, reads) => {
    const db = await freshDatabase()
    const userId = await insertUser(db)
    const other = await insertUser(db)
    const lastAskedAt = toIso(Date.now() - agoMs)
    const watchers = [userId, other].map((id) => ({ userId: id, lastAskedAt }))
    await db.insertInto('notice_watchers').values(watchers).execute()
    const job = await runningJob(db, {
      type: 'export',
      createdBy: { id: userId, fullName: 'Ann Lee' },
    })
    await failJob(db, job.id, 'runner', { error: 'It failed', kind: 'other' })
    const found = await db.selectFrom('notice_reads').select('userId').execute()
    expect(found).toEqual(Array.from({ length: reads }, () => ({ userId })))
  })
})
