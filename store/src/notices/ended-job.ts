import { jobEnd } from '@dashboard/contract/jobs'
import type { JobRow } from '../database/schema.ts'

export const noticedColumns = [
  'id',
  'type',
  'status',
  'failureKind',
  'error',
  'targets',
  'reportsMade',
  'createdById',
] as const

/** What notices say of a job that has ended. */
export type EndedJob = Pick<JobRow, (typeof noticedColumns)[number]>

/**
 * Whether no notice is needed: the user who cancels a job needs none, and the notice of a failed export covers the
 * import that depends on it.
 */
export function needsNoNotice(job: EndedJob): boolean {
  const end = jobEnd(job)
  return end === 'cancelled' || end === 'notRun'
}
