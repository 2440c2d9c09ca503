import { countOf, formatCount } from '@dashboard/contract/counts'
import { days as dayNames } from '@dashboard/contract/days'
import { dayMs } from '@dashboard/contract/duration'
import { lazy } from '@dashboard/contract/lazy'
import { clockInWords, dayAfter, localDay, zoneName } from '@dashboard/contract/local-time'
import type { ReportsAfter } from '@dashboard/contract/schedule-inputs'
import type {
  RunOutcome,
  Schedule,
  SchedulePause,
  ScheduleRun,
} from '@dashboard/contract/schedules'
import { formatDate, formatInstant } from '../../format/time.ts'
import type { State } from '../../ui/state-badge.tsx'

/** The texts about schedules (docs/jobs.md#schedules). */

/** The days of a week that begins on Monday, so that the weekend stays together. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0] as const

/** Returns 'Monday' for 1. */
export function dayName(day: number): string {
  return dayNames.at(day - 1) ?? ''
}

const listed = lazy(() => new Intl.ListFormat('en-GB', { style: 'long', type: 'conjunction' }))

/** Returns 'Every day', 'Every Monday to Friday', 'Every Monday, Wednesday and Friday'. */
export function daysText(days: readonly number[]): string {
  const chosen = weekDays.filter((day) => days.includes(day))
  if (chosen.length === weekDays.length) return 'Every day'
  const names = chosen.map(dayName)
  const positions = chosen.map((day) => weekDays.indexOf(day))
  const isRow = positions.every((position, index) => position === (positions[0] ?? 0) + index)
  if (isRow && names.length > 2) return `Every ${names[0]} to ${names.at(-1)}`
  return `Every ${listed().format(names)}`
}

/** Returns '06:00' as all times are shown, with the zone's present name. */
export function timeText(time: string): string {
  const [hour = '', minute = ''] = time.split(':')
  return `${clockInWords({ hour, minute })} ${zoneName(Date.now())}`
}

/** Returns 'Every Monday to Friday at …'. */
export function whenText({ days, time }: Pick<Schedule, 'days' | 'time'>): string {
  return `${daysText(days)} at ${timeText(time)}`
}

/** Returns the same with the next run: '…, next: tomorrow', or '…, paused'. */
export function scheduleText(
  schedule: Pick<Schedule, 'days' | 'time' | 'nextRunAt'>,
  nowMs: number,
): string {
  const { nextRunAt } = schedule
  const next = nextRunAt === null ? 'paused' : `next: ${nextText(nextRunAt, nowMs)}`
  return `${whenText(schedule)}, ${next}`
}

function nextText(nextRunAt: string, nowMs: number): string {
  if (Date.parse(nextRunAt) <= nowMs) return 'now'
  const next = localDay(nextRunAt)
  const today = localDay(nowMs)
  if (next === today) return 'today'
  if (next === dayAfter(today)) return 'tomorrow'
  const name = dayName(new Date(`${next}T00:00:00Z`).getUTCDay())
  // The same day of the next week is named by its date.
  const isThisWeek = Date.parse(next) - Date.parse(today) < 7 * dayMs
  return isThisWeek ? name : formatDate(nextRunAt)
}

const namedCircuits = 3

export function reportsText(reportsAfter: ReportsAfter): string {
  if (reportsAfter === 'none') return 'Makes no reports'
  if (reportsAfter === 'outdated') return 'Then makes the reports again that are out of date'
  const named = reportsAfter.slice(0, namedCircuits)
  const others = reportsAfter.length - named.length
  const names = others > 0 ? [...named, countOf(others, 'other circuit')] : named
  return `Then makes the reports of ${listed().format(names)}`
}

const outcomes: Record<RunOutcome, { state: State; text: string }> = {
  running: { state: 'running', text: 'running' },
  completed: { state: 'success', text: 'completed' },
  failed: { state: 'failed', text: 'failed' },
  cancelled: { state: 'neutral', text: 'cancelled' },
  skipped: { state: 'waiting', text: 'skipped, since another sync was running' },
  missed: { state: 'waiting', text: 'missed, since the dashboard was not running' },
}

/** Returns '3 of 172 reports have changed'. */
function changedText({ reports, of }: NonNullable<ScheduleRun['outdated']>): string {
  if (of === 0) return 'no reports yet'
  const have = reports === 1 ? 'has' : 'have'
  return `${formatCount(reports)} of ${countOf(of, 'report')} ${have} changed`
}

/** Returns how a run ended, with the color of its dot. */
export function runText({ outcome, isMadeUp, dueAt, outdated }: ScheduleRun): {
  state: State
  text: string
} {
  const { state, text: word } = outcomes[outcome] ?? { state: 'neutral', text: outcome }
  const text = outdated ? `${word}, ${changedText(outdated)}` : word
  if (!isMadeUp) return { state, text }
  return { state, text: `${text}, made up for ${formatInstant(dueAt)}` }
}

const pauseReasons: Record<SchedulePause['reason'], string> = {
  guard: 'an import was stopped that would have removed or erased too much',
  restore: 'the data went back to an earlier import',
}

/** Returns why no schedule runs, and since when. */
export function pauseText({ reason, at }: SchedulePause): string {
  const why = pauseReasons[reason]
  return `Paused since ${formatInstant(at)}${why ? `, when ${why}` : ''}.`
}
