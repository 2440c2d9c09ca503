import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/database/test-database'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { longAgo, queuedJob, runningJob } from '@dashboard/store/jobs/test-jobs'
import { expect, test } from 'vitest'
import { startTestApp } from '../test-app.ts'
import { createJobRetention } from './job-retention.ts'

const dayMs = 24 * 60 * 60_000
const log = { info() {}, warn: (details: object) => expect.fail(JSON.stringify(details)) }

async function endedJob(db: Db, createdAt: string, end: 'completed' | 'failed') {
  const { id } = await runningJob(db, { type: 'circuit-report', targets: ['A'] })
  if (end === 'completed') await completeJob(db, id, 'runner', null)
  else await failJob(db, id, 'runner', { error: 'no', kind: 'other' })
  await db.updateTable('jobs').set({ createdAt }).where('id', '=', id).execute()
  return id
}

async function remaining(db: Db) {
  const jobs = await db.selectFrom('jobs').select('id').orderBy('sequence').execute()
  return jobs.map(({ id }) => id)
}

test('removes what ended long ago, and neither what is younger nor what is active', async () => {
  const db = await freshDatabase()
  const now = Date.parse(longAgo)
  const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString()
  await endedJob(db, daysAgo(31), 'completed')
  await endedJob(db, daysAgo(400), 'failed')
  const young = await endedJob(db, daysAgo(29), 'completed')
  const { id: active } = await queuedJob(db, { type: 'export' })
  await db
    .updateTable('jobs')
    .set({ createdAt: daysAgo(90) })
    .where('id', '=', active)
    .execute()

  const retention = createJobRetention({ db, keepDays: 30, log, now: () => now })
  retention.open()
  await retention.close()
  expect(await remaining(db)).toEqual([young, active])

  const old = await endedJob(db, daysAgo(31), 'completed')
  const sameDay = createJobRetention({ db, keepDays: 30, log, now: () => now })
  sameDay.open()
  await sameDay.close()
  expect(await remaining(db)).toEqual([young, active, old])
})

test('removes nothing where jobs are kept for ever', async () => {
  const db = await freshDatabase()
  const old = await endedJob(db, longAgo, 'completed')
  const retention = createJobRetention({ db, keepDays: 0, log })
  retention.open()
  await retention.close()
  expect(await remaining(db)).toEqual([old])
})

test('the server removes them by its setting', async () => {
  const db = await freshDatabase()
  const old = await endedJob(db, new Date(Date.now() - 401 * dayMs).toISOString(), 'completed')
  const young = await endedJob(db, new Date(Date.now() - 399 * dayMs).toISOString(), 'completed')
  expect(await remaining(db)).toEqual([old, young])
  await startTestApp({ db, settings: { keepJobsDays: 400 } })
  await expect.poll(() => remaining(db)).toEqual([young])
})
