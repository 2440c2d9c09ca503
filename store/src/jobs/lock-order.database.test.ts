import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { nowIso } from '../database/column-values.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import { type Db, isPostgres } from '../database/open-database.ts'
import { claimJob } from './claim-job.ts'
import { cancelJob, completeJob } from './finish-job.ts'
import { insertJobs } from './insert-jobs.ts'
import { selectActiveJobs } from './list-jobs.ts'

const people = 3
const rounds = 60
const createdBy = { id: null, fullName: 'Ann Lee' }

/** Locks and deadlocks are PostgreSQL's; on SQLite and PGlite one transaction writes at a time. */
test('people who start and cancel at the same time cause no deadlock', async () => {
  const db = await freshDatabase()
  await addSchedule(db)
  const before = await countDeadlocks(db)
  await Promise.all(Array.from({ length: people }, () => startAndCancel(db)))
  expect(await countDeadlocks(db)).toBe(before)
  expect(await selectActiveJobs(db).execute()).toEqual([])
})

async function startAndCancel(db: Db): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [exportId, importId] = [randomUUID(), randomUUID()]
    try {
      await insertJobs(db, [
        { id: exportId, type: 'export', createdBy },
        { id: importId, type: 'import', dependsOn: exportId, createdBy },
      ])
      await db.insertInto('schedule_runs').values(runOf(importId)).execute()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
    // Each cancels whatever is active, as the Monitor page offers it, also what another has started.
    const active = await selectActiveJobs(db)
      .select('type')
      .orderBy('sequence', round % 2 === 0 ? 'asc' : 'desc')
      .execute()
    for (const { id, type } of active) {
      const isWorked = type === 'export' && round % 3 === 0 && (await claimJob(db, id, 'runner'))
      if (isWorked) await completeJob(db, id, 'runner', { rowCount: 1 })
      else await cancelJob(db, id, createdBy.fullName)
    }
  }
}

async function addSchedule(db: Db): Promise<void> {
  const times = { createdAt: nowIso(), updatedAt: nowIso() }
  const schedule = {
    id: 's',
    days: '[1]',
    time: '06:00',
    reportsAfter: '"none"',
    isActive: 1 as const,
  }
  await db
    .insertInto('schedules')
    .values({ ...schedule, nextRunAt: null, ...times })
    .execute()
}

function runOf(importJobId: string) {
  return {
    id: randomUUID(),
    scheduleId: 's',
    dueAt: randomUUID(),
    startedAt: nowIso(),
    endedAt: null,
    outcome: 'running' as const,
    isMadeUp: 0 as const,
    importJobId,
    reportsAfter: '"none"',
    reportJobIds: null,
  }
}

/** PostgreSQL reports its figures of a connection when that is idle, at most every second. */
async function countDeadlocks(db: Db): Promise<number> {
  if (!isPostgres(db)) return 0
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_sleep(1.2)`.execute(db)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return Number(rows[0]?.deadlocks)
}
