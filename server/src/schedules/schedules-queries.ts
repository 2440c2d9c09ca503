import type { ReportsAfter, ScheduleInput } from '@dashboard/contract/schedule-inputs'
import type { Schedule, ScheduleRun } from '@dashboard/contract/schedules'
import { fromFlag, fromJson, toFlag, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { ScheduleRow, ScheduleRunRow } from '@dashboard/store/database/schema'
import { type ScopedDb, scopeOf } from '@dashboard/store/database/scoped-database'

/** Returns all schedules in the order in which they were added, each with its last run. */
export async function listSchedules(db: ScopedDb): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const runs = await readLastRuns(db)
  const { circuits } = scopeOf(db)
  return rows
    .map((row) => toSchedule(row, runs.get(row.id)))
    .map((schedule) => (circuits === null ? schedule : withoutOthers(schedule, circuits)))
}

/** Returns a schedule that names only these circuits among those whose reports are made after it. */
function withoutOthers(schedule: Schedule, circuits: readonly string[]): Schedule {
  const { reportsAfter } = schedule
  if (typeof reportsAfter === 'string') return schedule
  const own = reportsAfter.filter((name) => circuits.includes(name))
  return { ...schedule, reportsAfter: own.length > 0 ? own : 'none' }
}

/** Returns one schedule with its last run; throws when there is none. */
export async function readSchedule(db: Db, id: string): Promise<Schedule> {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toSchedule(row, (await readLastRuns(db)).get(id))
}

async function readLastRuns(db: Db): Promise<Map<string, ScheduleRunRow>> {
  const rows = await db
    .selectFrom('schedule_runs')
    .innerJoin(
      (from) =>
        from
          .selectFrom('schedule_runs')
          .select(({ fn }) => ['scheduleId as of', fn.max('dueAt').as('lastDueAt')])
          .groupBy('scheduleId')
          .as('last'),
      (join) =>
        join
          .onRef('last.of', '=', 'schedule_runs.scheduleId')
          .onRef('last.lastDueAt', '=', 'schedule_runs.dueAt'),
    )
    .selectAll('schedule_runs')
    .execute()
  return new Map(rows.map((row) => [row.scheduleId, row]))
}

export function toScheduleColumns({ days, time, reportsAfter, isActive }: ScheduleInput) {
  return {
    days: toJson(days),
    time,
    reportsAfter: toJson(reportsAfter),
    isActive: toFlag(isActive),
  }
}

export function dueTimesOf(row: Pick<ScheduleRow, 'days' | 'time'>) {
  return { days: fromJson<number[]>(row.days), time: row.time }
}

function toSchedule(row: ScheduleRow, lastRun: ScheduleRunRow | undefined): Schedule {
  return {
    ...row,
    ...dueTimesOf(row),
    reportsAfter: fromJson<ReportsAfter>(row.reportsAfter),
    isActive: fromFlag(row.isActive),
    lastRun: lastRun ? toRun(lastRun) : null,
  }
}

function toRun(row: ScheduleRunRow): ScheduleRun {
  return {
    ...row,
    at: row.startedAt,
    jobId: row.endedJobId ?? row.importJobId,
    isMadeUp: fromFlag(row.isMadeUp),
    outdated:
      row.reportsChanged === null || row.reportsCompared === null
        ? null
        : { reports: row.reportsChanged, of: row.reportsCompared },
  }
}
