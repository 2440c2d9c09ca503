import type { FailureKind } from '@dashboard/contract/jobs'
import { StorageError } from '@dashboard/store/files/file-store'
import { traceOf } from '@dashboard/store/logged-error'
import { systemFailureReason } from '@dashboard/store/system-failures'
import { JobError } from './job-errors.ts'

interface Failure {
  /** A sentence for the screen. */
  error: string
  kind: FailureKind
  /** One sentence for the job's log. */
  log: string
  /** For the log of the process: where an error came from that nobody foresaw. */
  trace?: string
}

const unforeseen =
  'Something unexpected went wrong. Retry the job. If it fails again, tell the administrator: the log of the server, or of the run on GitHub, says where.'

/** What a failed job says of the error that ended it; no text of an unforeseen error reaches a screen. */
export function describeFailure(error: unknown): Failure {
  const sentence = foreseenReason(error)
  if (sentence === undefined) {
    const name = error instanceof Error ? error.name : typeof error
    const log = `Failed unexpectedly (${name}).`
    return { error: unforeseen, kind: 'other', log, trace: traceOf(error) }
  }
  const kind = error instanceof JobError ? error.kind : kindOf(error)
  return { error: sentence, kind, log: `Failed: ${sentence}` }
}

/** The sentence of an error that says what to do; `undefined` for one that nobody foresaw. */
export function foreseenReason(error: unknown): string | undefined {
  if (error instanceof JobError || error instanceof StorageError) return error.message
  const reason = systemFailureReason(error)
  if (reason === undefined) return undefined
  return `The job could not go on, since ${reason} on the machine that did it. Mend that, then retry the job.`
}

function kindOf(error: unknown): FailureKind {
  return error instanceof StorageError ? 'outside-system' : 'other'
}
