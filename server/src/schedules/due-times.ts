import { dayMs } from '@dashboard/contract/duration'
import { installation } from '@dashboard/contract/installation'
import type { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import { toIso } from '@dashboard/store/database/column-values'
import { Cron } from 'croner'

/** When a schedule is due: its days of the week, and its time in the zone of the installation. */
export type DueTimes = Pick<ScheduleInput, 'days' | 'time'>

/**
 * Returns the first instant after `after` at which the schedule is due. A time that is skipped on a day in spring
 * becomes the end of that hour; when a time occurs twice on a day in autumn, the first counts
 * (docs/jobs.md#schedules).
 */
export function nextRunAt(times: DueTimes, after: string): string {
  const next = cronOf(times).nextRun(new Date(after))
  if (!next) throw new Error(`A schedule at ${times.time} is never due`)
  return toIso(next)
}

/** Returns the last instant at which it was due, at or before `at`. */
export function lastDueAt(times: DueTimes, at: string): string {
  // The library returns only instants before the one given, so a millisecond is added.
  const [last] = cronOf(times).previousRuns(1, new Date(Date.parse(at) + 1))
  if (!last) throw new Error(`A schedule at ${times.time} was never due`)
  return toIso(last)
}

/** A run that begins within this time counts as on time: a server restarts, or a machine is busy. */
const onTimeMs = 5 * 60_000
/** A missed run is made up for when it is less than this old. */
const madeUpMs = dayMs
export interface DueRun {
  dueAt: string
  /** `missed` is too old to be made up for. */
  kind: 'on-time' | 'made-up' | 'missed'
}

/**
 * Returns the run that a schedule owes at `now`, given its next planned run; `undefined` before that. When several runs
 * were missed, only the last counts, since one sync covers all that the earlier ones would have done.
 */
export function findDueRun(times: DueTimes, next: string, now: string): DueRun | undefined {
  if (next > now) return undefined
  const last = lastDueAt(times, now)
  const dueAt = last > next ? last : next
  const lateMs = Date.parse(now) - Date.parse(dueAt)
  if (lateMs <= onTimeMs) return { dueAt, kind: 'on-time' }
  return { dueAt, kind: lateMs < madeUpMs ? 'made-up' : 'missed' }
}

function cronOf({ days, time }: DueTimes): Cron {
  const [hour, minute] = time.split(':').map(Number)
  return new Cron(`${minute} ${hour} * * ${days.join(',')}`, { timezone: installation.timeZone })
}
