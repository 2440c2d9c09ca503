import { setTimeout as sleep } from 'node:timers/promises'

/** How often and how slowly a request to an outside system is repeated; waits in milliseconds. */
export interface RetryLimits {
  /** Number of tries, including the first one. */
  tries: number
  /** Wait before the second try; doubled before each further one. */
  firstWaitMs: number
  /** No wait is longer, whatever Retry-After asks for. */
  maxWaitMs: number
}

export interface RequestLimits extends RetryLimits {
  /** Milliseconds for a whole answer. */
  answer: number
}

/** Number of the try that follows a wait, and of all tries. */
export interface NextTry {
  attempt: number
  tries: number
}

interface RetryOptions {
  limits: RetryLimits
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
  { limits, log, onWait, signal }: RetryOptions,
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
      if (tried >= limits.tries) throw error.final
      const waitMs = waitBeforeRetry(tried, error.retryAfterMs, limits)
      const wait = `${(waitMs / 1_000).toFixed(1)} s`
      onWait?.({ attempt: tried + 1, tries: limits.tries })
      log(`${error.message}. Trying again in ${wait} (try ${tried + 1} of ${limits.tries}).`)
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/**
 * Returns the milliseconds to wait after the failed try `tried`, counted from 1: doubled each time, at least as long as
 * Retry-After asks for, at most `maxWaitMs`. It is partly random, so that many clients do not all return at the same
 * time.
 */
export function waitBeforeRetry(
  tried: number,
  retryAfterMs: number | undefined,
  { firstWaitMs, maxWaitMs }: Pick<RetryLimits, 'firstWaitMs' | 'maxWaitMs'>,
): number {
  const backoffMs = firstWaitMs * 2 ** (tried - 1) * (0.5 + Math.random() / 2)
  return Math.min(Math.max(retryAfterMs ?? 0, backoffMs), maxWaitMs)
}
