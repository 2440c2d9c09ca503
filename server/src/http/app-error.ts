import type { Issue, RefusalReason } from '@dashboard/contract/answers'
import type { z } from 'zod'

interface Detail {
  issues?: Issue[]
  /** After how many seconds another try makes sense. */
  retryAfter?: number
  reason?: RefusalReason
  cause?: unknown
}

/** A failure whose response is a sentence that says what to do (docs/api.md#every-answer). */
export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly reason: RefusalReason | undefined

  constructor(status: number, message: string, detail: Detail = {}) {
    const { issues, retryAfter, reason, cause } = detail
    super(message, { cause })
    this.status = status
    this.issues = issues
    this.retryAfter = retryAfter
    this.reason = reason
  }
}

export function badRequest(message: string, issues?: Issue[]): AppError {
  return new AppError(400, message, { issues })
}

/** Returns 401, which only means a session that is missing or has ended; the web logs its user out on it. */
export function sessionEnded(message = 'Your session has ended. Please log in again.'): AppError {
  return new AppError(401, message)
}

/** Returns 403, which only means a role that does not allow the call; the web logs its user out on it. */
export function roleRefused(): AppError {
  return new AppError(403, 'Only administrators may do this.')
}

/**
 * Returns 409 for a call that goes beyond the circuits of a limited user: not 403, on which the web logs its user out
 * (docs/accounts.md#limited-users).
 */
export function outsideScope(): AppError {
  return new AppError(
    409,
    'You look after some of the circuits, and this would change others too. Ask somebody who looks after all of them.',
  )
}

/** Returns 404 in the words `<thing> not found`, as in `notFound('Job')`. */
export function notFound(thing: string): AppError {
  return new AppError(404, `${thing} not found`)
}

export function conflict(message: string): AppError {
  return new AppError(409, message)
}

export function gone(message: string): AppError {
  return new AppError(410, message)
}

export function tooLarge(message: string): AppError {
  return new AppError(413, message)
}

export function unsupportedType(message: string): AppError {
  return new AppError(415, message)
}

export function tooMany(message: string, retryAfter: number): AppError {
  return new AppError(429, message, { retryAfter })
}

export function badGateway(message: string, cause?: unknown): AppError {
  return new AppError(502, message, { cause })
}

export function unavailable(message: string, retryAfter = 5, cause?: unknown): AppError {
  return new AppError(503, message, { retryAfter, cause })
}

export function gatewayTimeout(message: string, cause?: unknown): AppError {
  return new AppError(504, message, { cause })
}

/** The most issues in one answer; more would only repeat the input. */
const namedIssues = 20
const namedKeyLength = 60

/**
 * Returns 400 for input that does not fit its schema: the first issues, with the first one as the message. How much of
 * the input is repeated is bounded, whatever was sent.
 */
export function invalidInput(error: z.ZodError): AppError {
  const issues: Issue[] = []
  for (const issue of error.issues) {
    if (issues.length >= namedIssues) break
    issues.push(...describeIssue(issue, namedIssues - issues.length))
  }
  return badRequest(issues[0]?.message ?? 'The request is not valid.', issues)
}

function describeIssue(issue: z.core.$ZodIssue, atMost: number): Issue[] {
  const path = issue.path.map((key) => shorten(String(key)))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, atMost)
      .map(shorten)
      .map((key) => ({
        path: [...path, key].join('.'),
        message: `Unknown field: ${key}`,
      }))
  }
  if (path.length === 0 && issue.code === 'invalid_type') {
    return [{ path: '', message: 'Send a JSON object.' }]
  }
  return [{ path: path.join('.'), message: issue.message }]
}

/** Shortens a key by whole characters, so that no half of one is left. */
function shorten(key: string): string {
  if (key.length <= namedKeyLength) return key.toWellFormed()
  return `${key.slice(0, namedKeyLength - 1).replace(/[\ud800-\udbff]$/, '')}…`.toWellFormed()
}
