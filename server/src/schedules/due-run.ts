import { type DueTimes, lastDueAt } from './next-run.ts'

/** So late a run may begin without being called late: a server restarts, or a machine is busy. */
const onTimeMs = 5 * 60_000
/** A run that was missed is made up when it is less than this old. */
const madeUpMs = 24 * 60 * 60_000
/** No schedule waits longer than a week, and an hour where the clocks change. */
const longestWaitMs = 8 * 24 * 60 * 60_000

export interface DueRun {
  dueAt: string
  /** `missed` is too old to be made up. */
  kind: 'on-time' | 'made-up' | 'missed'
}

/**
 * The run that a schedule owes at `now`, given the next one it was to make; `undefined` before that. Of
 * several that were missed one counts, the last: a sync brings what the earlier ones would have brought.
 */
export function findDueRun(times: DueTimes, next: string, now: string): DueRun | undefined {
  if (next > now) return undefined
  const last = lastDueAt(times, now)
  const dueAt = last > next ? last : next
  const lateMs = Date.parse(now) - Date.parse(dueAt)
  if (lateMs <= onTimeMs) return { dueAt, kind: 'on-time' }
  return { dueAt, kind: lateMs < madeUpMs ? 'made-up' : 'missed' }
}

/** Whether the next run lies so far ahead that it was reckoned with a clock that has been set back since. */
export function isTooFarAhead(next: string, now: string): boolean {
  return Date.parse(next) - Date.parse(now) > longestWaitMs
}
