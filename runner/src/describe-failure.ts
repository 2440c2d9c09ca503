import type { FailureKind } from '@dashboard/contract/jobs'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import { traceOf } from '@dashboard/store/failures/logged-error'
import { systemFailureReason } from '@dashboard/store/failures/system-failures'
import { StorageError } from '@dashboard/store/files/file-store'
import { JobError } from './job-errors.ts'

interface Failure {
  error: string
  /** Cause and the setting to correct, for administrators; the screen shows it folded. */
  details?: string | undefined
  kind: FailureKind
  /** One sentence for the job's log, which every user reads: it names no setting. */
  log: string
  /** Stack trace of an unforeseen error, for the log of the process. */
  trace?: string
}

const unforeseen =
  'Something unexpected went wrong. Retry it; if it happens again, an administrator has to look into it.'
const whereToRead = 'The log of the server, or of the run on GitHub, says where it went wrong.'
const storageFailed =
  'The files of the dashboard cannot be read or stored right now. Retry later; if it happens again, an administrator has to look into it.'
const databaseFailed =
  'The database did not answer. Retry later; if it happens again, an administrator has to look into it.'

/** Returns what a failed job shows about the error that ended it. Texts of unforeseen errors never reach a screen. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof JobError) {
    const { message, details, kind } = error
    return { error: message, details, kind, log: `Failed: ${message}` }
  }
  if (error instanceof StorageError) {
    const log = `Failed: ${storageFailed}`
    return { error: storageFailed, details: error.message, kind: 'outside-system', log }
  }
  if (isDatabaseUnavailable(error)) {
    return { error: databaseFailed, kind: 'interrupted', log: 'The database became unavailable.' }
  }
  const reason = systemFailureReason(error)
  if (reason !== undefined) {
    const sentence = `The job could not continue: ${reason} on the machine that ran it. Fix that, then retry the job.`
    return { error: sentence, kind: 'other', log: `Failed: ${sentence}` }
  }
  const name = error instanceof Error ? error.name : typeof error
  return {
    error: unforeseen,
    details: whereToRead,
    kind: 'other',
    log: `Failed unexpectedly (${name}).`,
    trace: traceOf(error),
  }
}
