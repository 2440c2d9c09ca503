import { randomUUID } from 'node:crypto'
import { dayMs } from '@dashboard/contract/duration'
import type { RetainedKind } from '@dashboard/contract/system'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { insertImport } from '@dashboard/store/imports/insert-import'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import { appendEntries } from '@dashboard/store/test/audit-log'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, runningJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'
import { retentionSteps } from '../maintenance.ts'
import { createRetention } from './retention-loop.ts'
import { readRetention } from './retention-state.ts'

const daysAgo = (days: number) => toIso(Date.now() - days * dayMs)
const forEver = { jobs: 0, logs: 0, reports: 0, imports: 0, calls: 0, notices: 0, audit: 0 }

async function endedJob(db: Db, createdAt: string, end: 'completed' | 'failed') {
  const { id } = await runningJob(db, { type: 'circuit-report', targets: ['A'] })
  if (end === 'completed') await completeJob(db, id, 'runner', null)
  else await failJob(db, id, 'runner', { error: 'no', kind: 'other', details: 'more' })
  const logs = 'Row 7 was skipped'
  await db.updateTable('jobs').set({ createdAt, logs }).where('id', '=', id).execute()
  return id
}

/** Returns how much a server with these settings removes; all other kinds are retained forever. */
async function retain(
  { db, files, settings }: Pick<TestApp, 'db' | 'files' | 'settings'>,
  days: Partial<Record<RetainedKind, number>>,
) {
  await db.deleteFrom('leader_leases').where('name', '=', 'retention').execute()
  const retention = { ...forEver, ...days }
  const log = { info() {}, warn: () => expect.fail() }
  const steps = retentionSteps({ db, files, settings: { ...settings, retention } }, log)
  await createRetention({ db, steps, log }).now()
  const { lastRun } = await readRetention(db, retention)
  expect(lastRun?.failed).toEqual([])
  return lastRun?.removed
}

const idsOf = async (db: Db, table: 'jobs' | 'reports' | 'notices' | 'imports') =>
  (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)

test('jobs that ended long ago are deleted, but no younger or active ones', async () => {
  const app = await startTestApp()
  const { db } = app
  await endedJob(db, daysAgo(31), 'completed')
  await endedJob(db, daysAgo(400), 'failed')
  const young = await endedJob(db, daysAgo(29), 'completed')
  const { id: active } = await queuedJob(db, { type: 'export' })
  await db
    .updateTable('jobs')
    .set({ createdAt: daysAgo(90) })
    .where('id', '=', active)
    .execute()
  expect(await retain(app, {})).toMatchObject({ jobs: 0 })
  expect(await retain(app, { jobs: 30 })).toMatchObject({ jobs: 2 })
  expect((await idsOf(db, 'jobs')).toSorted()).toEqual([young, active].toSorted())
})

test('logs are deleted before their jobs, whose error stays', async () => {
  const app = await startTestApp()
  const { db } = app
  const old = await endedJob(db, daysAgo(31), 'failed')
  const young = await endedJob(db, daysAgo(29), 'failed')
  expect(await retain(app, { logs: 30 })).toMatchObject({ jobs: 0, logs: 1 })
  const jobs = await db.selectFrom('jobs').select(['id', 'logs', 'error', 'errorDetails']).execute()
  const byId = new Map(jobs.map(({ id, ...facts }) => [id, facts]))
  expect(byId.get(old)).toEqual({ logs: null, error: 'no', errorDetails: null })
  expect(byId.get(young)).toMatchObject({ logs: 'Row 7 was skipped', errorDetails: 'more' })
})

test('notices and entries of the audit log are deleted', async () => {
  const app = await startTestApp()
  const { db } = app
  for (const [cause, at] of [
    ['old', daysAgo(31)],
    ['young', daysAgo(29)],
  ] as const) {
    await insertNotice(db, { facts: { kind: 'recovered', what: 'export' }, cause, at })
  }
  await appendEntries(db, 3)
  const entries = await db.selectFrom('audit_log').select('sequence').orderBy('sequence').execute()
  const old = entries.slice(0, 2).map(({ sequence }) => sequence)
  await db
    .updateTable('audit_log')
    .set({ at: daysAgo(31) })
    .where('sequence', 'in', old)
    .execute()
  expect(await retain(app, { notices: 30, audit: 30 })).toMatchObject({ notices: 1, audit: 2 })
  expect(await idsOf(db, 'notices')).toHaveLength(1)
})

test('the changes of imports are deleted, but not those of the last one', async () => {
  const app = await startTestApp()
  const { db } = app
  const insert = async (createdAt: string) => {
    const id = await insertImport(db, { kind: 'import', planJobId: randomUUID(), createdBy: null })
    const facts = { state: 'completed', hasDetails: 1, createdAt } as const
    await db.updateTable('imports').set(facts).where('id', '=', id).execute()
    const change = { kind: 'left', volunteerId: 'v', name: 'Ann Lee', nameKey: 'ann lee' } as const
    const { number } = await db
      .selectFrom('imports')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('import_changes')
      .values({ id: number * 10_000_000 + 1, importId: id, ...change, fields: '[]' })
      .execute()
    return id
  }
  const old = await insert(daysAgo(40))
  const last = await insert(daysAgo(31))
  expect(await retain(app, { imports: 30 })).toMatchObject({ imports: 1 })
  const left = await db.selectFrom('import_changes').select('importId').execute()
  expect(left).toEqual([{ importId: last }])
  expect((await idsOf(db, 'imports')).toSorted()).toEqual([old, last].toSorted())
})

test('reports are deleted with their files, two weeks after that was announced', async () => {
  const app = await startTestApp()
  const { db, files } = app
  const old = await storedReport(app, { circuit: 'A', generatedAt: daysAgo(400) })
  const young = await storedReport(app, { circuit: 'B', generatedAt: daysAgo(15) })
  expect(await retain(app, { reports: 30 })).toMatchObject({ reports: 0 })
  const user = await app.as('user')
  const list = async () => (await user.inject({ url: '/api/reports' })).json()
  const { expiring, reports } = await list()
  expect(reports).toHaveLength(2)
  // The report that is not old yet will be at the announced time.
  expect(expiring).toMatchObject({ reports: 1 })
  const inDays = (Date.parse(expiring.at) - Date.now()) / dayMs
  expect(inDays).toBeGreaterThan(12.9)
  expect(inDays).toBeLessThan(14.1)
  const notified = await db.selectFrom('notices').select(['title', 'kind']).execute()
  expect(notified).toEqual([{ kind: 'reports-expire', title: '1 old report will be deleted' }])
  // The next day there is no further notice, and nothing is deleted.
  expect(await retain(app, { reports: 30 })).toMatchObject({ reports: 0 })
  expect(await idsOf(db, 'notices')).toHaveLength(1)

  await passTime(db)
  expect(await retain(app, { reports: 30 })).toMatchObject({ reports: 1 })
  expect(await idsOf(db, 'reports')).toEqual([young.id])
  expect(await files.sizeOf(old.storageKey)).toBeUndefined()
  expect(await files.sizeOf(young.storageKey)).toBeDefined()
  expect((await list()).expiring).toBeNull()
  const entries = await db.selectFrom('audit_log').select(['action', 'actor', 'subject']).execute()
  expect(entries).toContainEqual({
    action: 'report.delete',
    actor: 'Server',
    subject: `report:${old.id}`,
  })
})

test('an announced deletion is withdrawn when reports are to be retained for longer', async () => {
  const app = await startTestApp()
  const { db } = app
  await storedReport(app, { generatedAt: daysAgo(40) })
  await retain(app, { reports: 30 })
  await passTime(db)
  expect(await retain(app, { reports: 100 })).toMatchObject({ reports: 0 })
  expect(await idsOf(db, 'reports')).toHaveLength(1)
  await retain(app, { reports: 30 })
  await passTime(db)
  expect(await retain(app, { reports: 0 })).toMatchObject({ reports: 0 })
  expect(await idsOf(db, 'reports')).toHaveLength(1)
})

/** Moves the announced times back, as if the time for the deletion had come. */
async function passTime(db: Db): Promise<void> {
  const row = await db
    .selectFrom('stored_values')
    .select('value')
    .where('name', '=', 'report-deletion')
    .executeTakeFirstOrThrow()
  const back = (at: string) => toIso(Date.parse(at) - 15 * dayMs)
  const { at, until } = JSON.parse(row.value)
  const value = JSON.stringify({ at: back(at), until: back(until) })
  await db
    .updateTable('stored_values')
    .set({ value })
    .where('name', '=', 'report-deletion')
    .execute()
}

test('only one server deletes, a failing step prevents no other, and all is counted', async () => {
  const db = await freshDatabase()
  const warned: object[] = []
  const log = { info() {}, warn: (details: object) => void warned.push(details) }
  const ran: string[] = []
  const fail = async () => {
    throw new Error('no')
  }
  const run = async () => {
    const remove = async () => ran.push('notices')
    const steps = [{ what: 'jobs', remove: fail } as const, { what: 'notices', remove } as const]
    await createRetention({ db, log, steps }).now()
  }
  await Promise.all([run(), run()])
  expect(ran).toHaveLength(1)
  expect(warned).toHaveLength(1)
  await db.deleteFrom('leader_leases').execute()
  await run()
  expect(ran).toHaveLength(2)
  const { lastRun } = await readRetention(db, forEver)
  expect(lastRun).toMatchObject({
    removed: { notices: 2 },
    failed: ['jobs'],
    total: { notices: 3 },
  })
})

test('what remains when the server stops is deleted another time', async () => {
  const db = await freshDatabase()
  const log = { info() {}, warn: () => expect.fail() }
  const begun = Promise.withResolvers<void>()
  const first = Promise.withResolvers<number>()
  const removeFirst = () => {
    begun.resolve()
    return first.promise
  }
  const removeSecond = async () => expect.fail()
  const steps = [
    { what: 'jobs', remove: removeFirst } as const,
    { what: 'notices', remove: removeSecond } as const,
  ]
  const retention = createRetention({ db, log, steps })
  retention.wake()
  await begun.promise
  const closing = retention.close()
  first.resolve(2)
  await closing
  const { lastRun } = await readRetention(db, forEver)
  expect(lastRun).toMatchObject({ removed: { jobs: 2 }, failed: [] })
})
