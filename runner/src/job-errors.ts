import type { FailureKind } from '@dashboard/contract/jobs'

/** A failure that a user can act on: its message is shown unchanged. */
export class JobError extends Error {
  override name = 'JobError'
  readonly kind: FailureKind

  constructor(message: string, kind: FailureKind = 'other', options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
