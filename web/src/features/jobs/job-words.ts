import { countOf } from '@dashboard/contract/counts'
import { formatDuration } from '@dashboard/contract/duration'
import {
  type Job,
  type JobStatus,
  type JobType,
  jobEnd,
  type Retrying,
} from '@dashboard/contract/jobs'
import { outsideSystem } from '../../format/installation.ts'
import type { State } from '../../ui/state-badge.tsx'

/** The words for jobs, used on all screens. */

const labels: Record<JobType, string> = {
  export: `Export from ${outsideSystem}`,
  import: 'Import to SMPW Dashboard',
  review: 'Review changes',
  'circuit-report': 'Circuit report',
  'congregation-report': 'Congregation report',
  'volunteer-list': 'Volunteers as PDF',
}

export const jobTypes = Object.keys(labels) as JobType[]

/**
 * Returns what a job does, in the words of the screens that start it; a newer server may
 * have other types.
 */
export function jobLabel({ type }: Pick<Job, 'type'>): string {
  return labels[type] ?? type
}

const states: Record<JobStatus, { state: State; word: string }> = {
  queued: { state: 'waiting', word: 'Waiting' },
  running: { state: 'running', word: 'Running' },
  completed: { state: 'success', word: 'Completed' },
  failed: { state: 'failed', word: 'Failed' },
}

/** Returns color and word of a status (docs/jobs.md#states); an unknown one is gray. */
export function jobState({ status }: { status: string }): { state: State; word: string } {
  const known: Partial<Record<string, { state: State; word: string }>> = states
  return known[status] ?? { state: 'neutral', word: status }
}

/** Returns the last 3 characters, as the list shows them. */
export function shortJobId(id: string): string {
  return id.slice(-3)
}

/** Returns the last 8 characters, as the title of the details shows them. */
export function tailJobId(id: string): string {
  return id.slice(-8)
}

const namedTargets = 2

/** Returns 'NY-1', 'NY-1 and NY-2' or 'NY-1, NY-2 and 38 more'; empty without targets. */
export function targetsSummary(targets: readonly string[]): string {
  const more = targets.length - namedTargets
  if (more > 0) return `${targets.slice(0, namedTargets).join(', ')} and ${more} more`
  return targets.join(' and ')
}

/** Returns the kind of a report job's targets; `undefined` for export and import. */
export function targetNoun({ type }: Pick<Job, 'type'>): 'circuit' | 'congregation' | undefined {
  if (type === 'circuit-report') return 'circuit'
  return type === 'congregation-report' ? 'congregation' : undefined
}

/** Returns 'Processing 40 circuits'. */
export function processingText(noun: string, count: number): string {
  return `Processing ${countOf(count, noun)}`
}

/** Returns what an active job does at this moment, or why it does nothing yet. */
export function activeStep(
  job: Pick<Job, 'status' | 'step' | 'dependsOn'> & Partial<Pick<Job, 'retrying'>>,
): string {
  if (job.status === 'running' && job.retrying) return retryingText(job.retrying)
  if (job.step) return job.step
  if (job.status === 'running') return 'Starting'
  return job.dependsOn ? 'Starts when the export completes' : 'Waiting to start'
}

function retryingText({ system, attempt, tries }: Retrying): string {
  const name = system === 'locust' ? outsideSystem : 'The spreadsheet service'
  return `${name} does not answer; try ${attempt} of ${tries}`
}

/** Returns how long a job has run, or ran; `undefined` while it has not started. */
export function jobDuration(
  job: Pick<Job, 'startedAt' | 'completedAt' | 'elapsedTime'>,
  nowMs: number,
): string | undefined {
  if (job.elapsedTime !== null) return job.elapsedTime
  if (job.startedAt === null) return undefined
  const endMs = job.completedAt === null ? nowMs : Date.parse(job.completedAt)
  return formatDuration(Math.max(0, endMs - Date.parse(job.startedAt)))
}

/** Returns who started the job; a run that was started elsewhere has no name. */
export function startedByText({ createdBy }: Pick<Job, 'createdBy'>): string {
  return `Started by ${createdBy ?? 'an outside run'}`
}

/** Returns why a job failed: who cancelled it, else the server's sentence, which decides nothing. */
export function failureReason(job: EndFacts & Pick<Job, 'error'>): string {
  const end = jobEnd(job)
  if (end === 'cancelled') return cancelledText(job)
  if (end === 'notRun' && job.cancelledBy !== null) {
    return `Cancelled together with the export it waited for, by ${job.cancelledBy}`
  }
  return job.error ?? 'No reason was given.'
}

/** Returns what is shown beside the status 'Failed' of a job that broke nothing; `undefined` for others. */
export function harmlessText(job: EndFacts): string | undefined {
  const end = jobEnd(job)
  if (end === 'cancelled') return cancelledText(job)
  return end === 'notRun' ? 'Did not run' : undefined
}

function cancelledText({ cancelledBy }: Pick<Job, 'cancelledBy'>): string {
  return cancelledBy === null ? 'Cancelled outside the dashboard' : `Cancelled by ${cancelledBy}`
}

/** The fallback for a failed request without a sentence of the server's. */
export const noAnswerText = 'Try again in a moment.'

type EndFacts = Pick<Job, 'status' | 'failureKind' | 'cancelledBy'>

/** Returns what the user can do about a failed job, shown after its own error. */
export function failureAdvice(
  job: Pick<Job, 'status' | 'failureKind' | 'type' | 'reports'> & Partial<Pick<Job, 'retryableBy'>>,
): string {
  const end = jobEnd(job)
  if (end === 'notRun') return 'Its export says why. Run the sync again to start both.'
  if (job.type === 'import' && job.retryableBy === 'nobody') {
    return 'This import has changed nothing. An administrator can confirm it again on its page.'
  }
  if (end === 'cancelled') return 'Retry it to start again.'
  if (job.type === 'export') {
    return 'Once that is fixed, retry. The spreadsheet still holds the last export.'
  }
  if (job.failureKind === 'guard') {
    return 'This import has changed nothing. Its page says who or what would go; an administrator can confirm it there.'
  }
  if (job.failureKind === 'outdated') {
    return 'This import has changed nothing. Review the changes again.'
  }
  if (job.type === 'review') return 'Once that is fixed, retry. A review changes nothing.'
  if (job.type === 'import') {
    return 'Once that is fixed, retry. This import has changed nothing.'
  }
  if (job.type === 'volunteer-list') return 'Export the list again on the Volunteers page.'
  if (job.reports === null || job.reports.made === 0) {
    return 'Retry it; if it fails again, the log below says where.'
  }
  return hasMadeSomeReports(job)
    ? 'The reports made before are in the Download Center. Retry failed only makes the missing ones.'
    : 'Its reports have all been made; they are in the Download Center.'
}

/** Whether a job has made some of its reports, so that only the others need another try. */
export function hasMadeSomeReports({ reports }: Pick<Job, 'reports'>): boolean {
  return reports !== null && reports.made > 0 && reports.made < reports.total
}
