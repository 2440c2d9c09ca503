import { setTimeout as sleep } from 'node:timers/promises'
import { isNetworkFailure, networkReason, readRetryAfter } from '../../http-answers.ts'
import { SpreadsheetServiceError } from '../sheet-error.ts'

/** How patient work with Google is, in milliseconds unless named otherwise. */
export interface GoogleLimits {
  /** For one whole answer; Google itself gives up after 180 s. */
  answer: number
  /** How often one request is made at most. */
  tries: number
  /** Before the second try; doubled before each further one. Quotas fill up again within a minute. */
  firstWait: number
  /** Whoever is asked to wait longer than this gives up. */
  longestWait: number
}

export const googleLimits: GoogleLimits = {
  answer: 190_000,
  tries: 8,
  firstWait: 1_000,
  longestWait: 180_000,
}

/** What requests need beside themselves. */
export interface GoogleSurroundings {
  limits: GoogleLimits
  /** Tells people why it takes longer. */
  note: (line: string) => void
  signal: AbortSignal
}

/** A try that failed in a way that may pass. */
export class PassingFailure extends Error {
  override name = 'PassingFailure'
  /** What to tell when no try is left. */
  readonly final: Error
  readonly askedMs: number | undefined
  /** Whether Google may have done what it was asked although no answer came. */
  readonly mayHaveWorked: boolean

  constructor(
    what: string,
    advice: string,
    {
      askedMs,
      mayHaveWorked,
      cause,
    }: { askedMs?: number; mayHaveWorked: boolean; cause?: unknown },
  ) {
    super(what)
    this.final = new SpreadsheetServiceError(`${what}. ${advice}`, { cause })
    this.askedMs = askedMs
    this.mayHaveWorked = mayHaveWorked
  }
}

/** Repeats what fails in passing, ever later; a part of each wait is left to chance. */
export async function retryPassingFailures<T>(
  attempt: () => Promise<T>,
  { limits, note, signal }: GoogleSurroundings,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof PassingFailure)) throw error
      const backoffMs = limits.firstWait * 2 ** (tried - 1) * (0.5 + Math.random() / 2)
      const waitMs = Math.max(error.askedMs ?? 0, backoffMs)
      if (tried >= limits.tries || waitMs > limits.longestWait) throw error.final
      const wait = `${(waitMs / 1_000).toFixed(1)} s`
      note(`${error.message}. Trying again in ${wait} (try ${tried + 1} of ${limits.tries}).`)
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

interface PlainRequest {
  method: string
  headers: Record<string, string>
  body?: string | URLSearchParams
}

export interface PlainAnswer {
  status: number
  /** The answer's JSON; `undefined` when it is none. */
  json: unknown
}

/**
 * One request and its whole answer, whatever that says, but for what may pass: no connection, no
 * answer in time, too many requests, a failure within Google.
 * @throws PassingFailure
 */
export async function requestOnce(
  url: URL,
  request: PlainRequest,
  { limits, signal }: GoogleSurroundings,
): Promise<PlainAnswer> {
  const { host } = url
  const timeout = AbortSignal.timeout(limits.answer)
  try {
    const both = AbortSignal.any([signal, timeout])
    const response = await fetch(url, { ...request, redirect: 'manual', signal: both })
    const answer = { status: response.status, json: parseJson(await response.text()) }
    const askedMs = readRetryAfter(response.headers.get('retry-after'))
    if (isOverQuota(answer)) throw tooMany(host, askedMs)
    if (answer.status >= 500) throw broken(host, answer.status, askedMs)
    return answer
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw silent(host, limits.answer)
    if (isNetworkFailure(error)) throw unreachable(host, error)
    throw error
  }
}

/** Quotas are mostly 429, but some of Google's front doors say 403 with this reason. */
function isOverQuota({ status, json }: PlainAnswer): boolean {
  if (status === 429) return true
  return (
    status === 403 &&
    /"reason":"(RATE_LIMIT_EXCEEDED|rateLimitExceeded|userRateLimitExceeded)"/.test(
      JSON.stringify(json) ?? '',
    )
  )
}

function tooMany(host: string, askedMs: number | undefined): PassingFailure {
  return new PassingFailure(
    `Google (${host}) has had too many requests`,
    'Wait a few minutes, then try again.',
    { mayHaveWorked: false, ...(askedMs !== undefined && { askedMs }) },
  )
}

function broken(host: string, status: number, askedMs: number | undefined): PassingFailure {
  return new PassingFailure(
    `Google (${host}) failed with ${status}`,
    'Try again later; the failure is on their side.',
    { mayHaveWorked: true, ...(askedMs !== undefined && { askedMs }) },
  )
}

function silent(host: string, ms: number): PassingFailure {
  return new PassingFailure(
    `Google (${host}) did not answer within ${ms / 1_000} seconds`,
    'Try again later.',
    { mayHaveWorked: true },
  )
}

function unreachable(host: string, cause: unknown): PassingFailure {
  return new PassingFailure(
    `Google (${host}) cannot be reached: ${networkReason(cause)}`,
    'Check that this machine can reach the internet, and GOOGLE_SHEETS_API_URL if it is set.',
    { mayHaveWorked: true, cause },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
