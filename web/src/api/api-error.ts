import type { Issue, RefusalReason } from '@dashboard/contract/answers'

/** An answer that was not OK. Status 0 means that no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** What is wrong with which field, after a failed validation. */
  readonly issues: readonly Issue[]
  /** The session is over: the person has been notified and is on the login page. */
  readonly sessionEnded: boolean
  /** Why, where something can be done about it here. */
  readonly reason: RefusalReason | undefined

  constructor(
    status: number,
    message: string,
    issues: readonly Issue[] = [],
    sessionEnded = false,
    reason?: RefusalReason,
  ) {
    super(message)
    this.status = status
    this.issues = issues
    this.sessionEnded = sessionEnded
    this.reason = reason
  }
}

/**
 * The server's sentence, or `fallback` when the error has none to show (docs/behavior.md#errors).
 */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback
}
