/** Stores the rate limit that the headers of GitHub's answers state. */
export class GithubLimits {
  #pauseEnd = 0
  #remaining: number | undefined
  #resetAt = 0

  /** Reads the limits from an answer's headers. */
  record(headers: Record<string, unknown> | undefined): void {
    const left = Number(headers?.['x-ratelimit-remaining'])
    const reset = Number(headers?.['x-ratelimit-reset'])
    if (!Number.isFinite(left) || !Number.isFinite(reset)) return
    this.#remaining = left
    this.#resetAt = reset * 1_000
  }

  /** Records that GitHub has refused a request because of a limit: none may be sent until then. */
  pause(until: number): void {
    this.#pauseEnd = Math.max(this.#pauseEnd, until)
  }

  /** Returns until when GitHub accepts no requests, in milliseconds since 1970; 0 when it accepts them. */
  pausedUntil(): number {
    return this.#pauseEnd > Date.now() ? this.#pauseEnd : 0
  }

  /** Returns how many requests GitHub still accepts until the limit is reset; `undefined` while that is not known. */
  requestsLeft(): number | undefined {
    return this.#resetAt > Date.now() ? this.#remaining : undefined
  }
}
