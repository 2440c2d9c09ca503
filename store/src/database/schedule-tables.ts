import type { FailureKind } from '@dashboard/contract/jobs'
import type { RunOutcome } from '@dashboard/contract/schedules'
import type { Selectable } from 'kysely'
import type { Flag, IsoText, JsonText } from './column-values.ts'

/** When syncs run by themselves. No row refers to whoever made it: it outlives their account. */
export interface SchedulesTable {
  id: string
  /** Of the week, 0 is Sunday. */
  days: JsonText
  /** `HH:MM` in Eastern time. */
  time: string
  reportsAfter: JsonText
  isActive: Flag
  /** `null` while it or all schedules are paused. */
  nextRunAt: IsoText | null
  createdAt: IsoText
  updatedAt: IsoText
}

/** One row for each instant at which a schedule was due, kept when the schedule is deleted. */
export interface ScheduleRunsTable {
  id: string
  scheduleId: string
  dueAt: IsoText
  /** When it began, or was found to be skipped or missed. */
  startedAt: IsoText
  endedAt: IsoText | null
  outcome: RunOutcome
  isMadeUp: Flag
  /** Of the job that failed, if one did. */
  failureKind: FailureKind | null
  exportJobId: string | null
  importJobId: string | null
  /** As the schedule said when the run began. */
  reportsAfter: JsonText
  /** Ids of the jobs that make its reports; `null` until they are queued. */
  reportJobIds: JsonText | null
}

export type ScheduleRow = Selectable<SchedulesTable>
export type ScheduleRunRow = Selectable<ScheduleRunsTable>
