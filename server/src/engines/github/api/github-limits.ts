/** Requests an hour kept free for starting and stopping runs. */
const reserve = 500
/** However much the limit allows, a poll of many requests is followed by a longer pause. */
const shareOfLeast = 0.4

/** What GitHub allows, as its answers say. */
export class GithubLimits {
  readonly #now: () => number
  #pauseEnd = 0
  #remaining: number | undefined
  #resetAt = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Reads the limits from an answer's headers. */
  note(headers: Record<string, unknown> | undefined): void {
    const left = Number(headers?.['x-ratelimit-remaining'])
    const reset = Number(headers?.['x-ratelimit-reset'])
    if (!Number.isFinite(left) || !Number.isFinite(reset)) return
    this.#remaining = left
    this.#resetAt = reset * 1_000
  }

  /** GitHub has refused because of a limit: no requests until then. */
  pause(until: number): void {
    this.#pauseEnd = Math.max(this.#pauseEnd, until)
  }

  /** Until when GitHub wants no requests, in milliseconds since 1970; 0 when it takes them. */
  pausedUntil(): number {
    return this.#pauseEnd > this.#now() ? this.#pauseEnd : 0
  }

  /** Requests that it still takes until the limit begins anew; `undefined` while that is not known. */
  requestsLeft(): number | undefined {
    return this.#resetAt > this.#now() ? this.#remaining : undefined
  }

  /** The time between polls of so many requests each that never uses the limit up, at least `leastMs`. */
  gapMs(requests: number, leastMs: number): number {
    const least = Math.max(leastMs, requests * leastMs * shareOfLeast)
    const left = this.#resetAt - this.#now()
    if (this.#remaining === undefined || left <= 0) return least
    const polls = Math.max(0, this.#remaining - reserve) / Math.max(1, requests)
    return polls < 1 ? Math.max(least, left) : Math.max(least, left / polls)
  }
}
