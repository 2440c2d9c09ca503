import { connectionReason } from '@dashboard/store/outside/connection-reasons'
import { isNetworkFailure, readRetryAfter } from '@dashboard/store/outside/http-answers'
import { parseJson } from '@dashboard/store/outside/parse-json'
import { type RequestLimits, TransientFailure } from '@dashboard/store/outside/retry-with-backoff'
import { SpreadsheetServiceError } from '../sheet-error.ts'

/** Google's own limit for a response is 180 s, and its quotas refill within a minute. */
export const googleLimits: RequestLimits = {
  answer: 190_000,
  tries: 8,
  firstWaitMs: 1_000,
  maxWaitMs: 180_000,
}

export interface GoogleRequestOptions {
  limits: RequestLimits
  signal: AbortSignal
}

const notWorking =
  'Google Sheets is not working right now, although we tried several times. Run the sync again later.'

/** A failure within Google after which the same request may succeed. */
export class GoogleTransientFailure extends TransientFailure {
  override name = 'GoogleTransientFailure'
  /** Whether Google may have made the change although no response arrived. */
  readonly mayHaveWorked: boolean

  constructor(
    message: string,
    advice: string,
    {
      retryAfterMs,
      mayHaveWorked,
      cause,
    }: { retryAfterMs?: number | undefined; mayHaveWorked: boolean; cause?: unknown },
  ) {
    const details = `${message}. ${advice}`
    super(message, new SpreadsheetServiceError(notWorking, { details, cause }), retryAfterMs)
    this.mayHaveWorked = mayHaveWorked
  }
}

interface PlainRequest {
  method: string
  headers: Record<string, string>
  body?: string | URLSearchParams
}

export interface PlainAnswer {
  status: number
  /** The response's JSON; `undefined` if it is not JSON. */
  json: unknown
}

/**
 * Sends one request and reads the whole response, whatever its status.
 * @throws GoogleTransientFailure without a connection or a response in time, after too many requests, and for a failure
 * within Google.
 */
export async function requestOnce(
  url: URL,
  request: PlainRequest,
  { limits, signal }: GoogleRequestOptions,
): Promise<PlainAnswer> {
  const { host } = url
  const timeout = AbortSignal.timeout(limits.answer)
  try {
    const both = AbortSignal.any([signal, timeout])
    const response = await fetch(url, { ...request, redirect: 'manual', signal: both })
    const answer = { status: response.status, json: parseJson(await response.text()) }
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
    if (isOverQuota(answer)) {
      throw new GoogleTransientFailure(
        `Google (${host}) has had too many requests`,
        'Wait a few minutes, then try again.',
        { mayHaveWorked: false, retryAfterMs },
      )
    }
    if (answer.status >= 500) {
      throw new GoogleTransientFailure(
        `Google (${host}) failed with ${answer.status}`,
        'Try again later; the failure is on their side.',
        { mayHaveWorked: true, retryAfterMs },
      )
    }
    return answer
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) {
      const reason = `it did not answer within ${limits.answer / 1_000} seconds`
      throw unanswered(host, reason, 'Try again later.')
    }
    if (!isNetworkFailure(error)) throw error
    const advice =
      'Check that this machine can reach the internet, and GOOGLE_SHEETS_API_URL if it is set.'
    throw unanswered(host, connectionReason(error), advice, error)
  }
}

/** Whether a quota is exceeded: usually 429, but some of Google's gateways respond 403 with this reason. */
function isOverQuota({ status, json }: PlainAnswer): boolean {
  if (status === 429) return true
  return (
    status === 403 &&
    /"reason":"(RATE_LIMIT_EXCEEDED|rateLimitExceeded|userRateLimitExceeded)"/.test(
      JSON.stringify(json) ?? '',
    )
  )
}

function unanswered(host: string, reason: string, advice: string, cause?: unknown) {
  const what = `Google (${host}) cannot be reached: ${reason}`
  return new GoogleTransientFailure(what, advice, { mayHaveWorked: true, cause })
}
