export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Returns milliseconds as a duration in words: `< 1s`, `45s`, `2m 5s` or `1h 3m`. */
export function formatDuration(milliseconds: number): string {
  if (!(milliseconds >= 1_000)) return '< 1s'
  const seconds = Math.floor(milliseconds / 1_000)
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
