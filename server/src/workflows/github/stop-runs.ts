import { isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import {
  findTrackedJob,
  listStoppingJobs,
  markStopRequested,
  type TrackedJob,
} from '@dashboard/store/jobs/github-runs'
import { coalesceRuns } from '../coalesce-runs.ts'
import { GithubError } from './api/github-errors.ts'
import { createAssignedJobs } from './assigned-jobs.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import { createRunStop, runNotThere } from './stop-run.ts'

const pauseAfterFailureMs = 15_000

export interface GithubStopper {
  /** Asks GitHub to stop the run of a job that has just been cancelled here. */
  requestStop(jobId: string): Promise<void>
  /** Whether this server has yet to request a cancellation. */
  hasWaiting(): boolean
  /** Continues stopping all runs that are to stop: those asked long ago are force-cancelled. */
  continueStops(): Promise<void>
}

/**
 * Stops runs, one request at a time: first a cancellation and, when the run still goes on after a
 * minute, a forced one. Which runs are to stop is in the jobs' rows, so that any server continues after a restart.
 */
export function createGithubStopper(dependencies: GithubDependencies): GithubStopper {
  const { db, client, log, stopping } = dependencies
  /** Jobs whose cancellation this server has to request. */
  const assigned = createAssignedJobs()
  const pausedUntil = new Map<string, number>()
  const runStop = createRunStop(dependencies, (jobId) => assigned.delete(jobId))

  const stopOne = async (job: TrackedJob) => {
    const runId = job.githubRunId
    if (job.stopRequestedAt === null || runId === null) return
    if ((pausedUntil.get(job.id) ?? 0) > Date.now()) return
    try {
      if (runStop.isForceDue(job)) await runStop.force(job, runId)
      else if (assigned.has(job.id)) {
        await runStop.cancel(job, runId)
        assigned.delete(job.id)
      }
    } catch (error) {
      await giveUpOrWait(job, error)
    }
  }

  const giveUpOrWait = async (job: TrackedJob, error: unknown) => {
    if (!(error instanceof GithubError)) throw error
    log.warn({ jobId: job.id, err: error }, 'GitHub did not stop a run')
    const reason = reasonToGiveUp(error)
    if (reason !== undefined) return runStop.end(job, reason)
    pausedUntil.set(job.id, Math.max(error.until, Date.now() + pauseAfterFailureMs))
  }

  const stopAll = async () => {
    const jobs = await assigned.keepListed(() => listStoppingJobs(db))
    const ids = new Set(jobs.map(({ id }) => id))
    for (const id of pausedUntil.keys()) if (!ids.has(id)) pausedUntil.delete(id)
    for (const { id } of jobs) {
      if (stopping.aborted || client.limits.pausedUntil() > 0) break
      // Read again: after many stops the list is minutes old.
      const job = await findTrackedJob(db, id)
      if (job) await stopOne(job)
    }
    return 0
  }

  const rounds = coalesceRuns(stopAll, (error) => {
    if (!isDatabaseUnavailable(error)) log.warn({ err: error }, 'Could not stop runs on GitHub')
  })

  return {
    async requestStop(jobId) {
      if (!(await markStopRequested(db, jobId))) return
      assigned.add(jobId)
      rounds.soon()
    },
    hasWaiting: () => !assigned.isEmpty(),
    async continueStops() {
      await rounds.now()
    },
  }
}

/** Why another try cannot succeed, for the job's log; `undefined` when it may. */
function reasonToGiveUp({ kind, message }: GithubError): string | undefined {
  if (kind === 'not-found') return runNotThere
  const isFinal = kind === 'token' || kind === 'permission' || kind === 'refused'
  return isFinal ? `GitHub did not stop the run. ${message}` : undefined
}
