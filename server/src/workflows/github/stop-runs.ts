import { isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import {
  addToLog,
  endStop,
  findTrackedJob,
  listStoppingJobs,
  markStopRequested,
  type TrackedJob,
} from '@dashboard/store/jobs/github-runs'
import { coalesceRuns } from '../coalesce-runs.ts'
import { cancelRun, findRun, forceCancelRun } from './api/github-api.ts'
import { GithubError } from './api/github-errors.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { hasStopped } from './run-states.ts'

const maxForcedTries = 5
const pauseAfterFailureMs = 15_000

export const runHasStopped = 'The run on GitHub has stopped.'
const runNotThere = 'There is no run of this job on GitHub any more.'

export interface GithubStopper {
  /** Asks GitHub to stop the run of a job that has just been cancelled here. */
  requestStop(jobId: string): Promise<void>
  /** Whether this server has yet to request a cancellation. */
  hasWaiting(): boolean
  /** Goes on with all runs that are to stop: those asked for long ago are ended by force. */
  continueStops(): Promise<void>
}

/**
 * Stops runs, one request at a time: first a cancellation and, when the run still goes on after a
 * minute, a forced one. What is to stop stands in the rows, so that any server goes on after a restart.
 */
export function createGithubStopper(dependencies: GithubDependencies): GithubStopper {
  const { db, client, log, timings, stopping } = dependencies
  /** Jobs whose cancellation is this server's to ask for. */
  const assigned = new Set<string>()
  const forced = new Map<string, { count: number; at: number }>()
  const pausedUntil = new Map<string, number>()

  const end = async (job: TrackedJob, line: string) => {
    assigned.delete(job.id)
    forced.delete(job.id)
    await endStop(db, job.id, line)
  }

  /** Asks how the run stands, and forgets the stop when there is nothing left to stop. */
  const isOver = async (job: TrackedJob, runId: string): Promise<boolean> => {
    const run = await findRun(client, runId)
    if (run && !hasStopped(run, job.stopRequestedAt)) return false
    await end(job, run ? runHasStopped : runNotThere)
    return true
  }

  const cancel = async (job: TrackedJob, runId: string) => {
    try {
      await cancelRun(client, runId)
      await addToLog(db, job.id, 'GitHub was asked to stop the run.\n')
    } catch (error) {
      if (!isConflict(error)) throw error
      if (await isOver(job, runId)) return
      await addToLog(db, job.id, 'GitHub cannot stop the run yet; it is asked again by force.\n')
    }
    assigned.delete(job.id)
  }

  const force = async (job: TrackedJob, runId: string) => {
    if (await isOver(job, runId)) return
    const count = (forced.get(job.id)?.count ?? 0) + 1
    if (count > maxForcedTries) {
      return end(job, 'GitHub does not stop the run. Open the workflow details to stop it there.')
    }
    forced.set(job.id, { count, at: Date.now() })
    const seconds = Math.round(timings.forceCancelAfterMs / 1_000)
    const line = `The run still goes on ${seconds} seconds after it was asked to stop; GitHub is told to end it by force.\n`
    await addToLog(db, job.id, line)
    try {
      await forceCancelRun(client, runId)
    } catch (error) {
      if (!isConflict(error)) throw error
      await isOver(job, runId)
    }
  }

  const stopOne = async (job: TrackedJob) => {
    const runId = job.githubRunId
    if (job.stopRequestedAt === null || runId === null) return
    if ((pausedUntil.get(job.id) ?? 0) > Date.now()) return
    const sinceForcedMs = Date.now() - (forced.get(job.id)?.at ?? 0)
    const isDue =
      ageMs(job.stopRequestedAt) >= timings.forceCancelAfterMs &&
      sinceForcedMs >= timings.forceCancelAfterMs
    try {
      if (isDue) await force(job, runId)
      else if (assigned.has(job.id)) await cancel(job, runId)
    } catch (error) {
      await giveUpOrWait(job, error)
    }
  }

  const giveUpOrWait = async (job: TrackedJob, error: unknown) => {
    if (!(error instanceof GithubError)) throw error
    log.warn({ jobId: job.id, err: error }, 'GitHub did not stop a run')
    if (error.kind === 'not-found') return end(job, runNotThere)
    if (error.kind === 'token' || error.kind === 'permission' || error.kind === 'refused') {
      return end(job, `GitHub did not stop the run. ${error.message}`)
    }
    pausedUntil.set(job.id, Math.max(error.until, Date.now() + pauseAfterFailureMs))
  }

  const stopAll = async () => {
    const assignedBefore = [...assigned]
    const jobs = await listStoppingJobs(db)
    const ids = new Set(jobs.map(({ id }) => id))
    for (const id of assignedBefore) if (!ids.has(id)) assigned.delete(id)
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
    hasWaiting: () => assigned.size > 0,
    async continueStops() {
      await rounds.now()
    },
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof GithubError && error.kind === 'conflict'
}
