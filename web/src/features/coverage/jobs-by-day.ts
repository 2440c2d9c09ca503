import type { Coverage } from '@dashboard/contract/coverage'

export type JobDay = Coverage['jobsByDay'][number]

export const historyDays = 30
const dayMs = 24 * 3_600_000

/** One entry for each of the days that end with `today` (YYYY-MM-DD), oldest first. */
export function fillDays(known: readonly JobDay[], today: string, count = historyDays): JobDay[] {
  const byDay = new Map(known.map((entry) => [entry.day, entry]))
  // Counted in UTC, where every day has 24 hours.
  const todayMs = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(todayMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, completed: 0, failed: 0 }
  })
}

export function countJobs(days: readonly JobDay[]): { completed: number; failed: number } {
  return days.reduce(
    (total, day) => ({
      completed: total.completed + day.completed,
      failed: total.failed + day.failed,
    }),
    { completed: 0, failed: 0 },
  )
}

/** The top of an axis that begins at 0 and holds `most`: even, so that its middle is whole too. */
export function axisTop(most: number): number {
  let step = 1
  for (;;) {
    for (const factor of [2, 4, 10]) if (factor * step >= most) return factor * step
    step *= 10
  }
}
