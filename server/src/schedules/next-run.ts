import { installation } from '@dashboard/contract/installation'
import type { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import { toIso } from '@dashboard/store/database/column-values'
import { Cron } from 'croner'

/** When a schedule is due: its days of the week, and its time in the zone of the installation. */
export type DueTimes = Pick<ScheduleInput, 'days' | 'time'>

/**
 * The first instant after `after` at which it is due. A time that a day in spring lacks is the hour's end,
 * and one that a day in autumn has twice is the first (docs/decisions/0028-schedules.md).
 */
export function nextRunAt(times: DueTimes, after: string): string {
  const next = reckoning(times).nextRun(new Date(after))
  if (!next) throw new Error(`A schedule at ${times.time} is never due`)
  return toIso(next)
}

/** The last instant at which it was due, at or before `at`. */
export function lastDueAt(times: DueTimes, at: string): string {
  // What it returns lies before the instant it is given.
  const [last] = reckoning(times).previousRuns(1, new Date(Date.parse(at) + 1))
  if (!last) throw new Error(`A schedule at ${times.time} was never due`)
  return toIso(last)
}

/** Whether an instant is one at which it is due; not after its times or the zone have changed. */
export function isDueTime(times: DueTimes, at: string): boolean {
  return nextRunAt(times, toIso(Date.parse(at) - 1)) === at
}

function reckoning({ days, time }: DueTimes): Cron {
  const [hour, minute] = time.split(':').map(Number)
  return new Cron(`${minute} ${hour} * * ${days.join(',')}`, { timezone: installation.timeZone })
}
