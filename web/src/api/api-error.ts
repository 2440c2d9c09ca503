import type { Issue, RefusalReason } from '@dashboard/contract/answers'

type ErrorFacts = Partial<Pick<ApiError, 'issues' | 'sessionEnded' | 'reason' | 'isOnlyCause'>>

/** An answer that was not OK. Status 0 means that there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The problem with each field, after a failed validation. */
  readonly issues: readonly Issue[]
  /** The session has ended: the user has been notified and is on the login page. */
  readonly sessionEnded: boolean
  /** The reason, for refusals that the app can do something about. */
  readonly reason: RefusalReason | undefined
  /** The server sent no sentence: the message is the HTTP status text, or says that nothing readable arrived. */
  readonly isOnlyCause: boolean

  constructor(status: number, message: string, facts: ErrorFacts = {}) {
    super(message)
    this.status = status
    this.issues = facts.issues ?? []
    this.sessionEnded = facts.sessionEnded ?? false
    this.reason = facts.reason
    this.isOnlyCause = facts.isOnlyCause ?? false
  }
}

/** Returns the server's sentence; if it sent none, `fallback` and the cause. */
export function errorWords(error: unknown, fallback: string): { text: string; cause?: string } {
  if (!(error instanceof ApiError) || error.message === '') return { text: fallback }
  if (error.isOnlyCause) return { text: fallback, cause: error.message }
  return { text: error.message }
}

/** Returns the same as one text. */
export function errorMessage(error: unknown, fallback: string): string {
  const { text, cause } = errorWords(error, fallback)
  if (cause === undefined) return text
  return `${text}${/[.!?]$/.test(text) ? '' : '.'} ${cause}`
}
