import type { Issue, RefusalReason } from '@dashboard/contract/answers'

interface ErrorFacts {
  issues?: readonly Issue[] | undefined
  sessionEnded?: boolean
  reason?: RefusalReason | undefined
  isOnlyCause?: boolean
}

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
  /** No sentence was answered: the message is the HTTP status text, or says that nothing readable came. */
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

interface ErrorWords {
  text: string
  /** Why there is no sentence of the server. */
  cause?: string
}

/** The server's sentence; where it sent none, `fallback`, and the cause after it (docs/behavior.md#errors). */
export function errorWords(error: unknown, fallback: string): ErrorWords {
  if (!(error instanceof ApiError) || error.message === '') return { text: fallback }
  if (error.isOnlyCause) return { text: fallback, cause: error.message }
  return { text: error.message }
}

/** The same in one text. */
export function errorMessage(error: unknown, fallback: string): string {
  const { text, cause } = errorWords(error, fallback)
  if (cause === undefined) return text
  return `${text}${/[.!?]$/.test(text) ? '' : '.'} ${cause}`
}
