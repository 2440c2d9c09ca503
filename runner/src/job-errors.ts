import type { FailureKind } from '@dashboard/contract/jobs'

export interface JobErrorOptions extends ErrorOptions {
  /** Cause of the error and the settings concerned, for the operator. */
  details?: string | undefined
}

/** A failure that a user can act on. Its message is shown unchanged and begins with what the failure means. */
export class JobError extends Error {
  override name = 'JobError'
  readonly kind: FailureKind
  readonly details: string | undefined

  constructor(message: string, kind: FailureKind = 'other', options: JobErrorOptions = {}) {
    super(message, options)
    this.kind = kind
    this.details = options.details
  }
}
