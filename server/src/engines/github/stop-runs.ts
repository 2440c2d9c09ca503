import {
  appendToLog,
  endStop,
  findTrackedJob,
  listStoppingJobs,
  markStopRequested,
  type TrackedJob,
} from '@dashboard/store/jobs/github-runs'
import { BackgroundLoop } from '../../background/background-loop.ts'
import { cancelRun, findRun, forceCancelRun } from './api/github-api.ts'
import { GithubError } from './api/github-errors.ts'
import { AssignedJobs } from './assigned-jobs.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { hasStopped, runHasStopped } from './run-states.ts'

const pauseAfterFailureMs = 15_000
const maxForcedTries = 5
const runNotThere = 'There is no run of this job on GitHub any more.'

/**
 * Stops runs, one request at a time: it first cancels a run and, when that is still active after a minute,
 * force-cancels it. The jobs' rows say which runs are to stop, so that any server continues after a restart.
 */
export class GithubStopper {
  readonly #dependencies: GithubDependencies
  readonly #assigned = new AssignedJobs()
  /** Until when the stop of a job waits after a failure, in milliseconds since 1970. */
  readonly #pausedUntil = new Map<string, number>()
  /** How often the run of a job was force-cancelled, and when it last was, or when its cancellation was requested. */
  readonly #forced = new Map<string, { count: number; at: number }>()
  readonly #loop: BackgroundLoop

  constructor(dependencies: GithubDependencies) {
    this.#dependencies = dependencies
    this.#loop = new BackgroundLoop({
      run: () => this.#stopAll(),
      failed: 'Could not stop runs on GitHub',
      log: dependencies.log,
    })
  }

  /** Sends GitHub the request to stop the run of a job that has just been cancelled here. */
  async requestStop(jobId: string): Promise<void> {
    if (!(await markStopRequested(this.#dependencies.db, jobId))) return
    this.#assigned.add(jobId)
    this.#loop.wake()
  }

  /** Whether this server has yet to request a cancellation. */
  hasWaiting(): boolean {
    return this.#assigned.size > 0
  }

  /**
   * Continues stopping all runs that are to stop; runs whose cancellation was requested long ago are force-cancelled.
   */
  continueSoon(): void {
    this.#loop.wake()
  }

  /** Does the same as `continueSoon`, and returns when it is done. */
  continueStops(): Promise<void> {
    return this.#loop.now()
  }

  /** Waits for the requests that are under way. */
  close(): Promise<void> {
    return this.#loop.close()
  }

  async #stopAll(): Promise<void> {
    const { db, client, stopping } = this.#dependencies
    const jobs = await this.#assigned.listAndPrune(() => listStoppingJobs(db))
    const ids = new Set(jobs.map(({ id }) => id))
    for (const id of this.#pausedUntil.keys()) if (!ids.has(id)) this.#pausedUntil.delete(id)
    for (const { id } of jobs) {
      if (stopping.aborted || client.limits.pausedUntil() > 0) break
      // The row is read again, since after many stops the list is minutes old.
      const job = await findTrackedJob(db, id)
      if (job) await this.#stopOne(job)
    }
  }

  async #stopOne(job: TrackedJob): Promise<void> {
    const runId = job.githubRunId
    if (job.stopRequestedAt === null || runId === null) return
    if ((this.#pausedUntil.get(job.id) ?? 0) > Date.now()) return
    try {
      if (this.#assigned.has(job.id)) {
        await this.#cancel(job, runId)
        this.#forced.set(job.id, { count: 0, at: performance.now() })
        this.#assigned.delete(job.id)
      } else if (this.#isForceDue(job)) await this.#force(job, runId)
    } catch (error) {
      await this.#giveUpOrWait(job, error)
    }
  }

  #isForceDue({ id, stopRequestedAt }: TrackedJob): boolean {
    const sinceForcedMs = performance.now() - (this.#forced.get(id)?.at ?? Number.NEGATIVE_INFINITY)
    const sinceRequestMs = stopRequestedAt === null ? 0 : ageMs(stopRequestedAt)
    const { forceCancelAfterMs } = this.#dependencies.timings
    return Math.min(sinceForcedMs, sinceRequestMs) >= forceCancelAfterMs
  }

  async #cancel(job: TrackedJob, runId: string): Promise<void> {
    const { db, client } = this.#dependencies
    try {
      await cancelRun(client, runId)
      await appendToLog(db, job.id, 'GitHub was asked to stop the run.\n')
    } catch (error) {
      if (!isConflict(error)) throw error
      if (await this.#endWhenOver(job, runId)) return
      await appendToLog(db, job.id, 'GitHub cannot stop the run yet; it is asked again by force.\n')
    }
  }

  async #force(job: TrackedJob, runId: string): Promise<void> {
    const { db, client, timings } = this.#dependencies
    if (await this.#endWhenOver(job, runId)) return
    const count = (this.#forced.get(job.id)?.count ?? 0) + 1
    if (count > maxForcedTries) {
      const line = 'GitHub does not stop the run. Open the workflow details to stop it there.'
      return this.#end(job, line)
    }
    this.#forced.set(job.id, { count, at: performance.now() })
    const seconds = Math.round(timings.forceCancelAfterMs / 1_000)
    await appendToLog(
      db,
      job.id,
      `The run still goes on ${seconds} seconds after it was asked to stop; GitHub is told to end it by force.\n`,
    )
    try {
      await forceCancelRun(client, runId)
    } catch (error) {
      if (!isConflict(error)) throw error
      await this.#endWhenOver(job, runId)
    }
  }

  /** Reads the run's state, and ends the stop when the run has ended. */
  async #endWhenOver(job: TrackedJob, runId: string): Promise<boolean> {
    const run = await findRun(this.#dependencies.client, runId)
    if (run && !hasStopped(run, job.stopRequestedAt)) return false
    await this.#end(job, run ? runHasStopped : runNotThere)
    return true
  }

  async #end({ id }: TrackedJob, line: string): Promise<void> {
    this.#assigned.delete(id)
    this.#forced.delete(id)
    await endStop(this.#dependencies.db, id, line)
  }

  async #giveUpOrWait(job: TrackedJob, error: unknown): Promise<void> {
    if (!(error instanceof GithubError)) throw error
    this.#dependencies.log.warn({ jobId: job.id, err: error }, 'GitHub did not stop a run')
    const { kind, message, until } = error
    if (kind === 'not-found') return this.#end(job, runNotThere)
    if (kind === 'token' || kind === 'permission' || kind === 'refused') {
      return this.#end(job, `GitHub did not stop the run. ${message}`)
    }
    this.#pausedUntil.set(job.id, Math.max(until, Date.now() + pauseAfterFailureMs))
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof GithubError && error.kind === 'conflict'
}
