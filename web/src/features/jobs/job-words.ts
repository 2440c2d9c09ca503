import { formatDuration } from '@dashboard/contract/duration'
import { isReportJob, type Job, type JobStatus, type JobType } from '@dashboard/contract/jobs'
import { dependencyFailed } from '@dashboard/contract/workflows'
import { countOf } from '../../format/count.ts'
import type { State } from '../../ui/state-badge.tsx'

/** How jobs are spoken of, everywhere on the screens. */

const labels: Record<JobType, string> = {
  export: 'Export from Locust',
  import: 'Import to SMPW Dashboard',
  'circuit-report': 'Circuit report',
  'congregation-report': 'Congregation report',
}

/** What a job does, in the words of the screens that start it (docs/behavior.md#sync-page). */
export function jobLabel({ type }: Pick<Job, 'type'>): string {
  return labels[type]
}

const states: Record<JobStatus, { state: State; word: string }> = {
  queued: { state: 'waiting', word: 'Waiting' },
  running: { state: 'running', word: 'Running' },
  completed: { state: 'success', word: 'Completed' },
  failed: { state: 'failed', word: 'Failed' },
}

/** Color and word of a status (docs/behavior.md#job-states). */
export function jobState({ status }: Pick<Job, 'status'>) {
  return states[status]
}

/** As the list shows it (docs/behavior.md#monitor-page): the last 3 characters. */
export function shortJobId(id: string): string {
  return id.slice(-3)
}

/** As the details' title shows it (docs/behavior.md#job-details): the last 8 characters. */
export function tailJobId(id: string): string {
  return id.slice(-8)
}

const namedTargets = 2

/** 'NY-1', 'NY-1 and NY-2' or 'NY-1, NY-2 and 38 more'; empty without targets. */
export function targetsSummary(targets: readonly string[]): string {
  const more = targets.length - namedTargets
  if (more > 0) return `${targets.slice(0, namedTargets).join(', ')} and ${more} more`
  return targets.join(' and ')
}

/** The kind of thing a report job's targets are; `undefined` for export and import. */
export function targetNoun({ type }: Pick<Job, 'type'>): 'circuit' | 'congregation' | undefined {
  if (type === 'circuit-report') return 'circuit'
  return type === 'congregation-report' ? 'congregation' : undefined
}

/** 'Processing 40 circuits' (docs/behavior.md#job-details). */
export function processingText(noun: string, count: number): string {
  return `Processing ${countOf(count, noun)}`
}

/** What an active job does at this moment, or why it does nothing yet. */
export function activeStep(job: Pick<Job, 'status' | 'step' | 'dependsOn'>): string {
  if (job.step) return job.step
  if (job.status === 'running') return 'Starting'
  return job.dependsOn ? 'Starts when the export completes' : 'Waiting to start'
}

/**
 * How long a job has run, or ran (docs/behavior.md#display); `undefined` while it has not started.
 */
export function jobDuration(
  job: Pick<Job, 'startedAt' | 'completedAt' | 'elapsedTime'>,
  nowMs: number,
): string | undefined {
  if (job.elapsedTime !== null) return job.elapsedTime
  if (job.startedAt === null) return undefined
  const endMs = job.completedAt === null ? nowMs : Date.parse(job.completedAt)
  return formatDuration(Math.max(0, endMs - Date.parse(job.startedAt)))
}

/** Who started the job; a run that came from elsewhere has nobody to name. */
export function startedByText({ createdBy }: Pick<Job, 'createdBy'>): string {
  return `Started by ${createdBy ?? 'an outside run'}`
}

/** Why a job failed. */
export function failureReason({ error }: Pick<Job, 'error'>): string {
  return error ?? 'No reason was given.'
}

/** For a look at jobs that brought no sentence of the server's. */
export const noAnswerText = 'The server did not answer. Try again in a moment.'

export function wasCancelled({ error }: Pick<Job, 'error'>): boolean {
  return error?.startsWith('Cancelled by ') ?? false
}

/** What somebody can do about a failed job, after its own error has said what went wrong. */
export function failureAdvice(job: Pick<Job, 'type' | 'error' | 'progress' | 'step'>): string {
  if (wasCancelled(job)) return 'Retry it to start again.'
  if (job.error === dependencyFailed) {
    return 'Open the failed export to see why, then run the sync again.'
  }
  if (job.type === 'export') {
    return 'Once that is put right, retry. The spreadsheet still holds the last export.'
  }
  if (job.type === 'import') {
    return 'Once that is put right, retry. This import has changed nothing.'
  }
  return hasMadeReports(job)
    ? 'The reports made before are in the Download Center. Retry failed only makes the missing ones.'
    : 'Retry it; if it fails again, the log below says where.'
}

/**
 * Whether a failed report job may have made some of its reports, so that only the others need
 * another try. Its progress counts the targets it has passed, and its error those that failed.
 */
export function hasMadeReports(job: Pick<Job, 'type' | 'error' | 'progress' | 'step'>): boolean {
  if (!isReportJob(job)) return false
  if (/^(\d+) of \1 reports? failed/.test(job.error ?? '')) return false
  const current = Number(/^Making report (\d+) of /.exec(job.step ?? '')?.[1] ?? 1)
  return job.progress > 0 || current > 1
}
