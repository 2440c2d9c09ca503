import { appendToLog } from '@dashboard/store/jobs/change-jobs'
import {
  endStop,
  findTrackedJob,
  listStoppingJobs,
  type TrackedJob,
} from '@dashboard/store/jobs/github-runs'
import { BackgroundLoop } from '../../background/background-loop.ts'
import { cancelRun, findRun, forceCancelRun } from './api/github-api.ts'
import { GithubError } from './api/github-errors.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import { hasStopped, runHasStopped } from './run-states.ts'

const pauseAfterFailureMs = 15_000
const maxRequests = 6
const runNotThere = 'There is no run of this job on GitHub any more.'

interface Stop {
  /** How many requests GitHub has received: the first cancels the run, the others force-cancel it. */
  requests: number
  /** When the next request is due, in milliseconds since 1970. */
  dueAt: number
}

/**
 * Stops the runs of jobs that were cancelled here, one request at a time: it first cancels a run and, when that is still
 * active after a minute, force-cancels it. The jobs' rows say which runs are to stop; after a restart a run is cancelled
 * once more.
 */
export class GithubStopper {
  readonly #dependencies: GithubDependencies
  readonly #stops = new Map<string, Stop>()
  /** Continues stopping all runs that are to stop. */
  readonly loop: BackgroundLoop

  constructor(dependencies: GithubDependencies) {
    this.#dependencies = dependencies
    this.loop = new BackgroundLoop({
      run: () => this.#stopAll(),
      failed: 'Could not stop runs on GitHub',
      log: dependencies.log,
    })
  }

  async #stopAll(): Promise<void> {
    const { db, client, stopping } = this.#dependencies
    const jobs = await listStoppingJobs(db)
    const ids = new Set(jobs.map(({ id }) => id))
    for (const id of this.#stops.keys()) if (!ids.has(id)) this.#stops.delete(id)
    for (const { id } of jobs) {
      if (stopping.aborted || client.limits.pausedUntil() > 0) break
      if ((this.#stops.get(id)?.dueAt ?? 0) > Date.now()) continue
      // The row is read again, since after many stops the list is minutes old.
      const job = await findTrackedJob(db, id)
      if (job) await this.#stopOne(job)
    }
  }

  async #stopOne(job: TrackedJob): Promise<void> {
    const { db, client } = this.#dependencies
    const { githubRunId: runId, stopRequestedAt } = job
    if (stopRequestedAt === null || runId === null) return
    try {
      const run = await findRun(client, runId)
      if (run === undefined) await endStop(db, job.id, runNotThere)
      else if (hasStopped(run, stopRequestedAt)) await endStop(db, job.id, runHasStopped)
      else await this.#requestNext(job.id, runId)
    } catch (error) {
      await this.#giveUpOrWait(job, error)
    }
  }

  async #requestNext(id: string, runId: string): Promise<void> {
    const { db, client, timings } = this.#dependencies
    const { forceCancelAfterMs } = timings
    const requests = this.#stops.get(id)?.requests ?? 0
    if (requests === 0) {
      const line = (await acceptedBy(cancelRun(client, runId)))
        ? 'GitHub was asked to stop the run.'
        : 'GitHub cannot stop the run yet; it is asked again by force.'
      await appendToLog(db, id, `${line}\n`)
    } else if (requests < maxRequests) {
      const line = `The run is still active ${Math.round(forceCancelAfterMs / 1_000)} seconds after it was asked to stop; GitHub is told to end it by force.`
      await appendToLog(db, id, `${line}\n`)
      await acceptedBy(forceCancelRun(client, runId))
    } else {
      const line = 'GitHub does not stop the run. Open the workflow details to stop it there.'
      await endStop(db, id, line)
      return
    }
    this.#stops.set(id, { requests: requests + 1, dueAt: Date.now() + forceCancelAfterMs })
  }

  async #giveUpOrWait({ id }: TrackedJob, error: unknown): Promise<void> {
    if (!(error instanceof GithubError)) throw error
    const { db, log } = this.#dependencies
    log.warn({ jobId: id, err: error }, 'GitHub did not stop a run')
    const { kind, message, until } = error
    if (kind === 'not-found') await endStop(db, id, runNotThere)
    else if (kind === 'token' || kind === 'permission' || kind === 'refused') {
      await endStop(db, id, `GitHub did not stop the run. ${message}`)
    } else {
      const requests = this.#stops.get(id)?.requests ?? 0
      this.#stops.set(id, { requests, dueAt: Math.max(until, Date.now() + pauseAfterFailureMs) })
    }
  }
}

/** Whether GitHub accepts a request to stop a run; `false` when it cannot stop the run at the moment. */
async function acceptedBy(request: Promise<void>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof GithubError && error.kind === 'conflict') return false
    throw error
  }
}
