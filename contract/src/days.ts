export const days = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Returns `Saturday` for `2026-11-28`; empty for what is no day. */
export function weekdayOf(day: string): string {
  // Monday is the first of the names, Sunday the first of a week in JavaScript.
  return days[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? ''
}
