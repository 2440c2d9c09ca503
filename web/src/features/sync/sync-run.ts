import { countOf } from '@dashboard/contract/counts'
import { isActive, isSyncJob, type Job, jobEnd } from '@dashboard/contract/jobs'
import { shortJobId } from '../jobs/job-words.ts'

/** What the ticked boxes start together. */
export type SyncKind = 'export-and-import' | 'export' | 'import' | 'export-and-review' | 'review'

export interface Ticked {
  export: boolean
  import: boolean
}

/** Returns the kind of sync; `undefined` when neither box is ticked. */
export function chooseSync(ticked: Ticked): SyncKind | undefined {
  if (ticked.export) return ticked.import ? 'export-and-import' : 'export'
  return ticked.import ? 'import' : undefined
}

/** Returns what 'Review changes first' starts in place of the import; `undefined` when the import is not ticked. */
export function chooseReview(ticked: Ticked): SyncKind | undefined {
  if (!ticked.import) return undefined
  return ticked.export ? 'export-and-review' : 'review'
}

export function queuedText(jobId: string): string {
  return `Job #${shortJobId(jobId)} queued.`
}

export function importedText(rows: number, circuits: number): string {
  return `Imported ${countOf(rows, 'row')} and synchronized ${countOf(circuits, 'circuit')}.`
}

/**
 * Returns the jobs of the sync that runs, in the order they run: the completed export that an active import waited for
 * stays until the import has ended as well.
 */
export function currentSync<J extends Pick<Job, 'id' | 'type' | 'status' | 'dependsOn'>>(
  jobs: readonly J[],
): J[] {
  const active = jobs.filter((job) => isSyncJob(job) && isActive(job))
  const before = new Set(active.map((job) => job.dependsOn))
  return jobs.filter((job) => active.includes(job) || before.has(job.id)).toReversed()
}

type Watched = Pick<Job, 'id' | 'status' | 'failureKind'>

/** Returns the job, among those a sync has started, whose failure made the sync fail: the older of two. */
export function findFailure<J extends Watched>(
  started: readonly string[],
  newestFirst: readonly J[],
): J | undefined {
  return newestFirst.findLast((job) => started.includes(job.id) && jobEnd(job) === 'failed')
}
