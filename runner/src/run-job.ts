import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { JobType } from '@dashboard/contract/jobs'
import { fromJson } from '@dashboard/store/database/column-values'
import {
  isConnectionRefused,
  isDatabaseUnavailable,
  isUnanswered,
} from '@dashboard/store/database/database-errors'
import { repeatDuringOutage } from '@dashboard/store/failures/repeat-during-outage'
import { claimJob, type GithubRun } from '@dashboard/store/jobs/claim-job'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { leaseMs } from '@dashboard/store/jobs/renew-lease'
import { maxAttempts, releaseJob } from '@dashboard/store/jobs/retry-job'
import { describeFailure } from './describe-failure.ts'
import type { StartHeartbeat } from './heartbeat/heartbeat.ts'
import type { ClaimedJob, JobContext, JobHandler } from './job-context.ts'
import { startReporting } from './job-reporting.ts'
import { retryStorage } from './retrying-files.ts'

export type JobResult = 'completed' | 'failed' | 'not-claimed' | 'lost' | 'released'

interface RunOptions extends Pick<JobContext, 'db' | 'files' | 'settings'> {
  /** Defaults to one. */
  workers?: number
  /** The run of GitHub Actions that this process is. */
  run?: GithubRun
  /** Aborted when the process receives a signal to stop: the job returns to the queue. */
  shutdown: AbortSignal
  /** Starts the heartbeats that keep the job's lease; defaults to heartbeats over `db`. */
  startHeartbeat?: StartHeartbeat
}

/**
 * Claims a queued job, runs its handler and records how it ended. A job that was cancelled meanwhile, or claimed by
 * another runner after its lease had expired, is no longer changed (`lost`).
 */
export async function runJob(id: string, options: RunOptions): Promise<JobResult> {
  const { db, files, settings, shutdown, workers = 1 } = options
  const owner = `${process.pid}-${hostname()}-${randomUUID()}`
  const row = await claimJob(db, id, owner, options.run)
  if (!row) return 'not-claimed'

  const job: ClaimedJob = { ...row, targets: fromJson<string[]>(row.targets), leaseOwner: owner }
  const trace = (text: string) => {
    process.stderr.write(`Job ${id} failed unexpectedly: ${text}\n`)
  }
  const reporting = startReporting(db, job, trace, options.startHeartbeat)
  const signal = AbortSignal.any([reporting.lost, shutdown])
  const { log } = reporting.context
  const resources = { db, files: retryStorage(files, { signal, log }), settings, workers }
  const context: JobContext = { job, ...resources, signal, trace, ...reporting.context }
  if (row.attempts > 1) reporting.context.log(`Try ${row.attempts} of this job.`)

  const end = async <T>(record: () => Promise<T>): Promise<T> => {
    await reporting.stop()
    const deadline = performance.now() + leaseMs
    const write = async () => {
      await reporting.writeRest()
      return record()
    }
    return repeatDuringOutage(write, () => performance.now() <= deadline)
  }

  try {
    const outcome = await handlers[job.type](context)
    return (await end(() => completeJob(db, id, owner, outcome))) ? 'completed' : 'lost'
  } catch (error) {
    if (reporting.lost.aborted) {
      await reporting.stop()
      return 'lost'
    }
    const { log: line, trace: stack, ...failure } = describeFailure(error)
    if (!shutdown.aborted) {
      reporting.context.log(line)
      if (stack) trace(stack)
    }
    const release = shutdown.aborted ? { countsAsTry: false } : afterOutage(error, job)
    if (release) return (await end(() => releaseJob(db, job, release))) ? 'released' : 'lost'
    return (await end(() => failJob(db, id, owner, failure))) ? 'failed' : 'lost'
  }
}

/**
 * Returns how a job returns to the queue after the database was lost, which does not count as a try; `undefined` if it
 * fails. A database that does not answer one statement, or refuses the runner, may do so every time, so that counts.
 */
function afterOutage(error: unknown, { attempts }: ClaimedJob) {
  if (!isDatabaseUnavailable(error)) return undefined
  const countsAsTry = isUnanswered(error) || isConnectionRefused(error)
  return countsAsTry && attempts >= maxAttempts ? undefined : { countsAsTry }
}

/** The handler of each type of job. A process does one job, and loads only the code for it. */
export const handlers: Record<JobType, JobHandler> = {
  export: async (context) =>
    (await import('./export/export-volunteers.ts')).exportVolunteers(context),
  import: async (context) => (await import('./import/import-sheet.ts')).importSheet(context),
  review: async (context) => (await import('./import/review-sheet.ts')).reviewSheet(context),
  'circuit-report': async (context) =>
    (await import('./reports/make-reports.ts')).makeReports(context),
  'congregation-report': async (context) =>
    (await import('./reports/make-reports.ts')).makeReports(context),
  'volunteer-list': async (context) =>
    (await import('./reports/make-volunteer-list.ts')).makeVolunteerList(context),
}
