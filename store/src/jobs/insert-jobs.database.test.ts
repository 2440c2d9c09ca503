import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { longAgo, queuedJob, runningJob } from '../../test/jobs.ts'
import type { Db } from '../database/open-database.ts'
import { completeJob } from './finish-job.ts'
import { insertJobs, TooManyJobs } from './insert-jobs.ts'

const ann = { id: 'ann', fullName: 'Ann Lee' }
const report = { type: 'circuit-report' } as const

const countJobs = async (db: Db) => (await db.selectFrom('jobs').select('id').execute()).length

function insert(db: Db, limit: { perUser: number; inAll: number }, createdBy: typeof ann | null) {
  return insertJobs(db, [{ ...report, id: randomUUID(), createdBy }], limit)
}

test('a user may have as many active jobs as the limit allows', async () => {
  const db = await freshDatabase()
  const limit = { perUser: 2, inAll: 9 }
  const ended = await runningJob(db, { ...report, createdBy: ann })
  await completeJob(db, ended.id, 'runner', null)
  await queuedJob(db, { ...report, createdBy: { id: 'bob', fullName: 'Bob May' } })
  await runningJob(db, { ...report, createdBy: ann })
  await insert(db, limit, ann)
  await expect(insert(db, limit, ann)).rejects.toMatchObject({
    name: 'TooManyJobs',
    isOwn: true,
    message: 'The user has too many active jobs',
  })
  expect(await countJobs(db)).toBe(4)
  await insert(db, limit, null)
  expect(await countJobs(db)).toBe(5)
})

test('all users together may have as many active jobs as the limit allows', async () => {
  const db = await freshDatabase()
  const limit = { perUser: 2, inAll: 2 }
  await queuedJob(db, report)
  await insert(db, limit, ann)
  const refused = insert(db, limit, ann)
  await expect(refused).rejects.toBeInstanceOf(TooManyJobs)
  await expect(refused).rejects.toMatchObject({
    isOwn: false,
    message: 'There are too many active jobs',
  })
  expect(await countJobs(db)).toBe(2)
})

test('a job has the circuits of its targets, one row each', async () => {
  const db = await freshDatabase()
  await db.insertInto('circuits').values({ id: 'c', name: 'NY-1' }).execute()
  await db
    .insertInto('congregations')
    .values({ id: 'g', name: 'Harbor', circuitId: 'c', createdAt: longAgo })
    .execute()
  const circuitsOf = async (job: Parameters<typeof queuedJob>[1]) => {
    const { id } = await queuedJob(db, job)
    const rows = await db
      .selectFrom('job_circuits')
      .select('circuit')
      .where('jobId', '=', id)
      .orderBy('circuit')
      .execute()
    return rows.map(({ circuit }) => circuit)
  }
  expect(await circuitsOf({ ...report, targets: ['NY-2', 'NY-1'] })).toEqual(['NY-1', 'NY-2'])
  const congregations = { type: 'congregation-report', targets: ['Harbor', 'Nowhere'] } as const
  expect(await circuitsOf(congregations)).toEqual(['', 'NY-1'])
  expect(await circuitsOf({ type: 'volunteer-list', circuits: ['NY-3', 'NY-3'] })).toEqual(['NY-3'])
  expect(await circuitsOf({ type: 'export' })).toEqual([])
})
