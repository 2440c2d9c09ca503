const firstMs = 1_000
const longestMs = 60_000

/** How long jobs wait before they are started again, after runners that could not reach the database. */
export interface StartDelays {
  /** Delays the job's next start: twice as long as before, up to a minute. */
  postpone(jobId: string): void
  isDue(jobId: string): boolean
  forget(jobId: string): void
}

export function createStartDelays(now: () => number = () => performance.now()): StartDelays {
  const delays = new Map<string, { ms: number; endsAt: number }>()
  return {
    postpone(jobId) {
      const last = delays.get(jobId)
      const ms = last ? Math.min(2 * last.ms, longestMs) : firstMs
      delays.set(jobId, { ms, endsAt: now() + ms })
    },
    isDue: (jobId) => now() >= (delays.get(jobId)?.endsAt ?? 0),
    forget: (jobId) => void delays.delete(jobId),
  }
}
