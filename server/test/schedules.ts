import { randomUUID } from 'node:crypto'
import type { ReportsAfter } from '@dashboard/contract/schedule-inputs'
import { toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'

/** Friday, Nov 20, 2026 at 6:00 AM in New York. */
export const due = '2026-11-20T11:00:00.000Z'

/** Adds a schedule for every day at 6:00 AM, due at that instant. */
export async function insertSchedule(
  db: Db,
  changes: { nextRunAt?: string | null; days?: number[]; reportsAfter?: ReportsAfter } = {},
): Promise<string> {
  const { nextRunAt = due, days = [0, 1, 2, 3, 4, 5, 6], reportsAfter = 'none' } = changes
  const id = randomUUID()
  await db
    .insertInto('schedules')
    .values({
      id,
      days: toJson(days),
      time: '06:00',
      reportsAfter: toJson(reportsAfter),
      isActive: 1,
      nextRunAt,
      createdAt: '2026-11-01T00:00:00.000Z',
      updatedAt: '2026-11-01T00:00:00.000Z',
    })
    .execute()
  return id
}

const settings = { reportPaper: 'us-letter' } as const

/** Returns a fresh database, and an engine that records the jobs it is to start. */
export async function startSchedules() {
  const db = await freshDatabase()
  const started: string[] = []
  const engine = { start: (jobId: string) => void started.push(jobId) }
  return {
    db,
    started,
    dependencies: { db, engine, withExport: true, settings },
    runs: () => db.selectFrom('schedule_runs').selectAll().orderBy('dueAt').execute(),
    jobs: () => db.selectFrom('jobs').selectAll().orderBy('sequence').execute(),
    schedules: () => db.selectFrom('schedules').selectAll().orderBy('createdAt').execute(),
  }
}
