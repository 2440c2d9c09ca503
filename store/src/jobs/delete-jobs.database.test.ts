import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { readJob, runningJob } from '../../test/jobs.ts'
import type { Db } from '../database/open-database.ts'
import { deleteCompletedJobs, deleteOldJobs, deleteOldLogs } from './delete-jobs.ts'
import { completeJob, failJob } from './finish-job.ts'
import { countReportMade } from './report-progress.ts'

const before = '2026-11-20T10:00:00.000Z'
const report = { type: 'circuit-report' } as const

async function completedJob(db: Db, createdAt: string, logs: string | null): Promise<string> {
  const { id } = await runningJob(db, report)
  await completeJob(db, id, 'runner', null)
  await db.updateTable('jobs').set({ createdAt, logs }).where('id', '=', id).execute()
  return id
}

async function makeJobs(db: Db) {
  const old = '2026-11-20T09:59:59.999Z'
  const { id: failed } = await runningJob(db, report)
  await failJob(db, failed, 'runner', { error: 'No', details: 'Why', kind: 'other' })
  const { id: active } = await runningJob(db, report)
  const ids = {
    failed,
    active,
    quiet: await completedJob(db, old, null),
    logged: await completedJob(db, old, 'a\n'),
    young: await completedJob(db, before, 'b\n'),
  }
  await db.updateTable('jobs').set({ createdAt: old }).where('id', 'in', [failed, active]).execute()
  return ids
}

test('jobs that have ended and were created before an instant are deleted', async () => {
  const db = await freshDatabase()
  const { active, young } = await makeJobs(db)
  expect(await deleteOldJobs(db, before)).toBe(3)
  const left = await db.selectFrom('jobs').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([active, young].toSorted())
  expect(await deleteOldJobs(db, before)).toBe(0)
})

test('all completed jobs are deleted, or those among given ones', async () => {
  const db = await freshDatabase()
  const { failed, active, quiet, logged } = await makeJobs(db)
  expect(await deleteCompletedJobs(db, [])).toBe(0)
  expect(await deleteCompletedJobs(db, [quiet, failed, active])).toBe(1)
  expect(await db.selectFrom('jobs').select('id').where('id', '=', logged).execute()).toHaveLength(
    1,
  )
  expect(await deleteCompletedJobs(db)).toBe(2)
  const left = await db.selectFrom('jobs').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([failed, active].toSorted())
})

test('logs and details are deleted before their jobs, once, and the errors stay', async () => {
  const db = await freshDatabase()
  const { failed, logged, young } = await makeJobs(db)
  expect(await deleteOldLogs(db, before)).toBe(2)
  expect(await readJob(db, failed)).toMatchObject({ error: 'No', errorDetails: null, logs: null })
  expect((await readJob(db, logged)).logs).toBeNull()
  expect((await readJob(db, young)).logs).toBe('b\n')
  expect(await deleteOldLogs(db, before)).toBe(0)
})

test('each report counts once, for its own job', async () => {
  const db = await freshDatabase()
  const { id } = await runningJob(db, report)
  const other = await runningJob(db, report)
  await countReportMade(db, id)
  await countReportMade(db, id)
  expect((await readJob(db, id)).reportsMade).toBe(2)
  expect(await readJob(db, other.id)).toEqual(other)
})
