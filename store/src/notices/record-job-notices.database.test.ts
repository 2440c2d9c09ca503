import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { queuedJob, runningJob } from '../../test/jobs.ts'
import { nowIso, toIso, toJson } from '../database/column-values.ts'
import { readVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { insertImport } from '../imports/insert-import.ts'
import { cancelJob, completeJob, failActiveJob, failJob } from '../jobs/finish-job.ts'

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
  it('reports a failure once, in its own transaction', async () => {
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

  it.each([
    [
      'outside-system',
      'Locust does not let the dashboard in. An administrator has to check its access.',
      'Locust does not let the dashboard in. The sync page says more.',
    ],
    [
      'outside-system',
      'GitHub does not accept GITHUB_TOKEN: it is wrong. Make a new one.',
      'Locust, the spreadsheet or the storage did not do what was asked of it. The sync page says more.',
    ],
    [
      'other',
      'Ann Lee of NY-1 has no name.',
      'Something unexpected happened. The sync page says more.',
    ],
  ] as const)(
    'says why, unless that is about people or settings: %s, %s',
    async (kind, error, text) => {
      const db = await freshDatabase()
      const job = await runningJob(db, { type: 'export' })
      await failJob(db, job.id, 'runner', { error, kind })
      const notices = await db.selectFrom('notices').select('text').execute()
      expect(notices).toEqual([{ text }])
    },
  )

  it('reports no job that was cancelled, depends on a cancelled one, or went well', async () => {
    const db = await freshDatabase()
    const exported = await queuedJob(db, { type: 'export' })
    await queuedJob(db, { type: 'import', dependsOn: exported.id })
    await cancelJob(db, exported.id, 'Ann Lee')
    await complete(db, 'export')
    await complete(db, 'import', { totals: { ...totals, skipped: 0 } })
    expect(await readNotices(db)).toEqual([])
  })

  it('reports the export only when an import fails because of it', async () => {
    const db = await freshDatabase()
    const exported = await runningJob(db, { type: 'export' })
    await queuedJob(db, { type: 'import', dependsOn: exported.id })
    await failJob(db, exported.id, 'runner', { error: 'It failed', kind: 'outside-system' })
    expect((await readNotices(db)).map(({ title }) => title)).toEqual(['The export failed'])
  })

  it('reports skipped rows and a stop by the guard', async () => {
    const db = await freshDatabase()
    await complete(db, 'import', { totals })
    await fail(db, 'import', 'guard')
    expect((await readNotices(db)).map(({ title }) => title)).toEqual([
      '3 rows were skipped',
      'The import was stopped',
    ])
  })

  describe('of skipped rows', () => {
    /** Runs an import that skips rows with these identities, in the order of the sheet. */
    async function importSkipping(db: Db, identities: readonly string[]) {
      const job = await runningJob(db, { type: 'import' })
      const importId = await insertImport(db, {
        kind: 'import',
        planJobId: job.id,
        createdBy: null,
      })
      const { number } = await db
        .selectFrom('imports')
        .select('number')
        .where('id', '=', importId)
        .executeTakeFirstOrThrow()
      for (const [index, identity] of identities.entries()) {
        await db
          .insertInto('import_rejects')
          .values({
            id: number * 1_000 + index,
            importId,
            rowIndex: index + 2,
            columnTitle: 'Last Name',
            value: null,
            reason: 'The last name is missing.',
            circuit: 'NY-1',
            congregation: 'Central',
            identity,
            firstSeenAt: nowIso(),
          })
          .execute()
      }
      await completeJob(db, job.id, 'runner', {
        totals: { ...totals, skipped: identities.length },
      })
    }

    const notified = async (db: Db) => (await readNotices(db)).map(({ title }) => title)

    it('reports them once, wherever they are in the sheet, and again when they change', async () => {
      const db = await freshDatabase()
      await importSkipping(db, ['a', 'b'])
      await importSkipping(db, ['b', 'a'])
      expect(await notified(db)).toEqual(['2 rows were skipped'])
      await importSkipping(db, ['b', 'c'])
      await importSkipping(db, ['a', 'b'])
      await importSkipping(db, ['a'])
      expect(await notified(db)).toEqual([
        ...['2 rows were skipped', '2 rows were skipped', '2 rows were skipped'],
        '1 row was skipped',
      ])
    })

    it('reports them again if they were gone in between', async () => {
      const db = await freshDatabase()
      await importSkipping(db, ['a'])
      await importSkipping(db, [])
      await importSkipping(db, ['a'])
      expect(await notified(db)).toEqual(['1 row was skipped', '1 row was skipped'])
    })

    it('reports them again in the next month of New York', async () => {
      onTestFinished(() => void vi.useRealTimers())
      const db = await freshDatabase()
      vi.useFakeTimers({ toFake: ['Date'] })
      for (const at of ['2026-12-01T04:59:00.000Z', '2026-12-01T05:01:00.000Z']) {
        vi.setSystemTime(at)
        await importSkipping(db, ['a'])
      }
      vi.setSystemTime('2026-12-31T12:00:00.000Z')
      await importSkipping(db, ['a'])
      expect(await notified(db)).toHaveLength(2)
    })
  })

  describe('of the reports of a schedule', () => {
    /** Creates the two jobs that a run of a schedule has queued, both running. */
    async function reportJobs(db: Db, dueAt = nowIso()) {
      const schedule = { id: null, fullName: 'Schedule' }
      const circuits = await runningJob(db, {
        type: 'circuit-report',
        targets: ['NY-1', 'NY-2'],
        createdBy: schedule,
      })
      const congregations = await runningJob(db, {
        type: 'congregation-report',
        targets: ['Central', 'Park', 'Hill'],
        createdBy: schedule,
      })
      await db
        .insertInto('schedule_runs')
        .values({
          id: randomUUID(),
          scheduleId: 'schedule',
          dueAt,
          startedAt: nowIso(),
          endedAt: null,
          outcome: 'completed',
          isMadeUp: 0,
          reportsAfter: toJson('outdated'),
          reportJobIds: toJson([circuits.id, congregations.id]),
        })
        .execute()
      const end = async ({ id }: { id: string }, made: number) => {
        await db.updateTable('jobs').set({ reportsMade: made }).where('id', '=', id).execute()
        await completeJob(db, id, 'runner', {})
      }
      return { circuits, congregations, end }
    }

    const notified = async (db: Db) =>
      db.selectFrom('notices').select(['title', 'text', 'audienceId']).execute()

    it('notifies everybody once, with both counts, when the last job has ended', async () => {
      const db = await freshDatabase()
      const { circuits, congregations, end } = await reportJobs(db)
      await end(congregations, 3)
      expect(await notified(db)).toEqual([])
      await end(circuits, 2)
      expect(await notified(db)).toEqual([
        {
          title: '5 reports are ready',
          text: '2 circuit reports and 3 congregation reports. Download them on the Reports page.',
          audienceId: null,
        },
      ])
    })

    it('reports the newest run alone, and failures for good', async () => {
      const db = await freshDatabase()
      for (const dueAt of ['2026-11-20', '2026-11-21', '2026-11-22']) {
        const { circuits, congregations, end } = await reportJobs(db, dueAt)
        await end(circuits, 2)
        await end(congregations, dueAt === '2026-11-22' ? 1 : 3)
      }
      const failing = await reportJobs(db, '2026-11-23')
      await failJob(db, failing.circuits.id, 'runner', { error: 'It failed', kind: 'other' })
      await failing.end(failing.congregations, 3)
      const { circuits, congregations, end } = await reportJobs(db, '2026-11-24')
      await end(circuits, 1)
      await end(congregations, 1)
      expect((await notified(db)).map(({ title }) => title).sort()).toEqual([
        '2 reports are ready',
        'Reports could not be made',
      ])
    })

    it('reports two jobs that end at the same moment once', async () => {
      const db = await freshDatabase()
      const { circuits, congregations, end } = await reportJobs(db)
      await Promise.all([end(congregations, 3), end(circuits, 2)])
      expect((await notified(db)).map(({ title }) => title)).toEqual(['5 reports are ready'])
    })

    it('reports once that some could not be made, and what was made beside a cancelled job', async () => {
      const db = await freshDatabase()
      const failing = await reportJobs(db)
      await failJob(db, failing.congregations.id, 'runner', { error: 'It failed', kind: 'other' })
      await failing.end(failing.circuits, 2)
      expect((await notified(db)).map(({ title, text }) => [title, text])).toEqual([
        ['Reports could not be made', '2 of 5 were made. The Reports page says more.'],
      ])
      const other = await freshDatabase()
      const cancelling = await reportJobs(other)
      await cancelling.end(cancelling.circuits, 2)
      await cancelJob(other, cancelling.congregations.id, 'Ann Lee')
      expect((await notified(other)).map(({ title }) => title)).toEqual(['2 reports are ready'])
    })
  })

  it('links to the page of the import that the guard stopped, and reports no review', async () => {
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

  it('reports once that something works again, and a failure in between in the bell only', async () => {
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

  it('notifies the user who asked for reports that they are ready, and everybody when nobody did', async () => {
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

  it('reports that reports could not be made, but not that they were cancelled', async () => {
    const db = await freshDatabase()
    await fail(db, 'circuit-report')
    const cancelled = await queuedJob(db, { type: 'congregation-report', targets: ['Central'] })
    await cancelJob(db, cancelled.id, 'Ann Lee')
    expect(await kinds(db)).toEqual(['reports-failed'])
  })

  it.each([
    ['watched it', 30_000, 1],
    ['had no visible page open', 60_000, 0],
  ])('is read by the user who started the job and %s', async (_what, agoMs, reads) => {
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
