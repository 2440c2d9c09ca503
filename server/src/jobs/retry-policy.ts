import { type Job, type JobType, mayRetry, type RetryableBy } from '@dashboard/contract/jobs'
import { conflict, roleRefused } from '../http/app-error.ts'
import type { Starter } from './starter.ts'

/** Returns who may start a job again, as far as that follows from what it has done. */
export function whoMayRetry(
  type: JobType,
  origin: { isUploaded: boolean; isRestore: boolean; isStopped: boolean; isWithoutExport: boolean },
): RetryableBy {
  if (type === 'volunteer-list' || (type === 'import' && origin.isStopped)) return 'nobody'
  // It would read the sheet from before the export that has failed.
  if (origin.isWithoutExport) return 'nobody'
  if (origin.isRestore) return 'administrators'
  return origin.isUploaded ? 'starter' : 'anybody'
}

/** Throws 403 or 409 for a failed job that this caller may not start again. */
export function requireMayRetry(job: Job, caller: Pick<Starter, 'id' | 'role'>): void {
  if (mayRetry(job, caller)) return
  switch (job.retryableBy) {
    case 'administrators':
      throw roleRefused()
    case 'starter':
      throw conflict('Somebody else has uploaded this file. Upload it yourself to import it.')
    default:
      throw conflict(
        job.type === 'volunteer-list'
          ? 'A list is not retried: export it again on the Volunteers page.'
          : job.failureKind === 'dependency'
            ? `The export before this ${job.type} has failed: run the sync again.`
            : 'The guard holds these changes: an administrator has to confirm them again, on the page of this import.',
      )
  }
}
