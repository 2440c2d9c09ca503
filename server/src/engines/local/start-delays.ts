const firstMs = 1_000
const longestMs = 60_000

/** How long jobs wait before they are started again, after runners that could not reach the database. */
export class StartDelays {
  readonly #now: () => number
  readonly #delays = new Map<string, { ms: number; endsAt: number }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Delays the job's next start: twice as long as before, up to a minute. */
  postpone(jobId: string): void {
    const last = this.#delays.get(jobId)
    const ms = last ? Math.min(2 * last.ms, longestMs) : firstMs
    this.#delays.set(jobId, { ms, endsAt: this.#now() + ms })
  }

  isDue(jobId: string): boolean {
    return this.#now() >= (this.#delays.get(jobId)?.endsAt ?? 0)
  }

  forget(jobId: string): void {
    this.#delays.delete(jobId)
  }
}
