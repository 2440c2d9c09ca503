/** What GitHub allows, as its answers say. */
export interface GithubLimits {
  /** Reads the limits from an answer's headers. */
  note(headers: Record<string, unknown> | undefined): void
  /** GitHub has refused because of a limit: no requests until then. */
  pause(until: number): void
  /** Until when GitHub wants no requests, in milliseconds since 1970; 0 when it takes them. */
  pausedUntil(): number
  /** Requests that it still takes until the limit begins anew; `undefined` while that is not known. */
  requestsLeft(): number | undefined
  /** The time between polls of so many requests each that never uses the limit up, at least `leastMs`. */
  gapMs(requests: number, leastMs: number): number
}

/** Requests an hour kept free for starting and stopping runs. */
const reserve = 500
/** However much the limit allows, a poll of many requests is followed by a longer pause. */
const shareOfLeast = 0.4

export function createGithubLimits(now: () => number = Date.now): GithubLimits {
  let pauseEnd = 0
  let remaining: number | undefined
  let resetAt = 0
  return {
    note(headers) {
      const left = Number(headers?.['x-ratelimit-remaining'])
      const reset = Number(headers?.['x-ratelimit-reset'])
      if (!Number.isFinite(left) || !Number.isFinite(reset)) return
      remaining = left
      resetAt = reset * 1_000
    },
    pause(until) {
      pauseEnd = Math.max(pauseEnd, until)
    },
    pausedUntil: () => (pauseEnd > now() ? pauseEnd : 0),
    requestsLeft: () => (resetAt > now() ? remaining : undefined),
    gapMs(requests, leastMs) {
      const least = Math.max(leastMs, requests * leastMs * shareOfLeast)
      const left = resetAt - now()
      if (remaining === undefined || left <= 0) return least
      const polls = Math.max(0, remaining - reserve) / Math.max(1, requests)
      return polls < 1 ? Math.max(least, left) : Math.max(least, left / polls)
    },
  }
}
