import { setTimeout as sleep } from 'node:timers/promises'

/** How often and how slowly a request to an outside system is repeated; waits in milliseconds. */
export interface RetryLimits {
  /** Number of tries, including the first one. */
  tries: number
  /** Wait before the second try; doubled before each further one. */
  firstWaitMs: number
  maxWaitMs: number
}

/** Number of the try that follows a wait, and of all tries. */
export interface NextTry {
  attempt: number
  tries: number
}

interface RetryOptions {
  limits: RetryLimits
  /** What to do when Retry-After asks for more than `maxWaitMs`: wait only that long, or stop trying. */
  onLongerWait: 'shorten' | 'stop'
  /** Receives a line before each wait: the failure, the length of the wait, and the next try. */
  log: (line: string) => void
  /** Receives the next try before each wait, and `null` once a try has succeeded. */
  onWait?: ((next: NextTry | null) => void) | undefined
  signal: AbortSignal
}

/** A failure of an outside system after which the same request may succeed. */
export class TransientFailure extends Error {
  override name = 'TransientFailure'
  /** The job's error when no try is left. */
  readonly final: Error
  /** Milliseconds from the Retry-After header. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, final: Error, retryAfterMs?: number) {
    super(message)
    this.final = final
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Repeats `attempt` while it throws a `TransientFailure`; any other error is thrown at once.
 * @throws the failure's `final` after the last try, or the reason of `signal` once that is aborted.
 */
export async function retryWithBackoff<T>(
  attempt: () => Promise<T>,
  { limits, onLongerWait, log, onWait, signal }: RetryOptions,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted()
    try {
      const result = await attempt()
      if (tried > 1) onWait?.(null)
      return result
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TransientFailure)) throw error
      const wantedMs = waitBeforeRetry(tried, error.retryAfterMs, limits.firstWaitMs)
      const isTooLong = onLongerWait === 'stop' && wantedMs > limits.maxWaitMs
      if (tried >= limits.tries || isTooLong) throw error.final
      const waitMs = Math.min(wantedMs, limits.maxWaitMs)
      const wait = `${(waitMs / 1_000).toFixed(1)} s`
      onWait?.({ attempt: tried + 1, tries: limits.tries })
      log(`${error.message}. Trying again in ${wait} (try ${tried + 1} of ${limits.tries}).`)
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/**
 * Returns the milliseconds to wait after the failed try `tried`, counted from 1: doubled each time, and at least as
 * long as Retry-After asks for. `share` is random, 0 to 1, so that many clients do not all return at the same time.
 */
export function waitBeforeRetry(
  tried: number,
  retryAfterMs: number | undefined,
  firstWaitMs: number,
  share = Math.random(),
): number {
  const backoffMs = firstWaitMs * 2 ** (tried - 1) * (0.5 + share / 2)
  return Math.max(retryAfterMs ?? 0, backoffMs)
}
