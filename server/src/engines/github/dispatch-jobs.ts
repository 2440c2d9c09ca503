import { isReportJob } from '@dashboard/contract/jobs'
import { localClock } from '@dashboard/contract/local-time'
import type { JobRow } from '@dashboard/store/database/schema'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  listUndispatchedJobs,
  markDispatched,
  saveRun,
  showWaitingStep,
  type TrackedJob,
  type UndispatchedJob,
  undispatchJob,
} from '@dashboard/store/jobs/github-runs'
import { BackgroundLoop } from '../../background/background-loop.ts'
import { dispatchRun } from './api/github-api.ts'
import { GithubError, limitReached } from './api/github-errors.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { waitingForMachine } from './run-states.ts'

/** After this many dispatches the list is read again, so that a new export does not wait for hundreds of reports. */
const batchSize = 10
/** How often a job is dispatched whose run does not appear. */
const maxDispatches = 2
/** How often a job is dispatched when the requests certainly did not reach GitHub. */
const maxUnreachableTries = 3

type Dispatched = Pick<JobRow, 'id' | 'type'>
type Reason = Pick<GithubError, 'message'> & Partial<Pick<GithubError, 'details'>>

/**
 * Dispatches jobs to GitHub. A job is marked in the database before the request is sent, so that only one of several
 * servers sends it. A job stays marked when the answer is lost, and is sent again when nobody claims it in time and no
 * run has its name. Both runs may begin then; one of them claims the job.
 */
export class GithubDispatcher {
  readonly #dependencies: GithubDependencies
  /** Jobs that were queued for GitHub by this server, so that it dispatches them at once. */
  readonly #own = new Set<string>()
  /** How often this server has dispatched each job, and how the last try ended. */
  readonly #tries = new Map<string, { count: number; reason?: Reason }>()
  /** Dispatches the queued jobs that can start, one after the other. */
  readonly loop: BackgroundLoop

  constructor(dependencies: GithubDependencies) {
    this.#dependencies = dependencies
    this.loop = new BackgroundLoop({
      run: () => this.#sendReady(),
      failed: 'Could not dispatch jobs to GitHub',
      log: dependencies.log,
    })
  }

  /** Dispatches a job that has just been queued, or queued again. */
  start(jobId: string): void {
    this.#tries.delete(jobId)
    this.#own.add(jobId)
    this.loop.wake()
  }

  /** Dispatches a job once more whose run has not appeared in time, or fails it. */
  async redispatch(job: TrackedJob): Promise<boolean> {
    const { timings } = this.#dependencies
    const { count = 1, reason } = this.#tries.get(job.id) ?? {}
    if (count < maxDispatches) {
      this.#tries.set(job.id, { count })
      return this.send(job, job.dispatchedAt)
    }
    const seconds = Math.round(timings.runAppearsWithinMs / 1_000)
    const noRunAppeared = `GitHub accepted the job, but no run of it has appeared within ${seconds} seconds. Look at githubstatus.com and retry the job.`
    await this.#fail(job.id, reason ?? { message: noRunAppeared })
    return true
  }

  /** Dispatches one job unless another server has; `previous` is the time of the dispatch before. */
  async send(job: Dispatched, previous: string | null): Promise<boolean> {
    const { db, client, log } = this.#dependencies
    if (!(await markDispatched(db, job.id, previous))) return false
    const count = (this.#tries.get(job.id)?.count ?? 0) + 1
    this.#tries.set(job.id, { count })
    try {
      const run = await dispatchRun(client, job)
      await showWaitingStep(db, job.id, waitingForMachine)
      if (run) {
        await saveRun(db, job.id, run)
        this.#tries.delete(job.id)
      }
    } catch (error) {
      if (!(error instanceof GithubError)) throw error
      log.warn({ jobId: job.id, err: error }, 'GitHub did not accept a job')
      await this.#handleRefusal(job, error, count)
    }
    return true
  }

  async #sendReady(): Promise<void> {
    const { db, client, timings, stopping } = this.#dependencies
    const { limits } = client
    // A new job of another server is left to that server, which may run it on its own machine.
    const ready = (await listUndispatchedJobs(db)).filter(
      ({ id, dependsOn, updatedAt }) =>
        this.#own.has(id) ||
        dependsOn !== null ||
        ageMs(updatedAt) >= timings.otherServerHeadStartMs,
    )
    if (limits.pausedUntil() > 0) return this.#showLimit(ready, limits.pausedUntil())
    const reportsLast = ready.toSorted(
      (one, other) => Number(isReportJob(one)) - Number(isReportJob(other)),
    )
    let sent = 0
    for (const job of reportsLast) {
      if (stopping.aborted) return
      // After a limit there is one more round, in which the waiting jobs get a step that says so.
      if (sent === batchSize || limits.pausedUntil() > 0) {
        this.loop.wake()
        return
      }
      this.#own.delete(job.id)
      if (await this.send(job, null)) sent += 1
    }
  }

  /**
   * Sets the step of these jobs to say that they wait for a limit to end. An export, an import or a review, of which
   * only one runs at a time, does not wait for a long limit: it fails and says until when the limit lasts, since
   * otherwise it would block work that can be done here meanwhile.
   */
  async #showLimit(jobs: readonly UndispatchedJob[], until: number): Promise<void> {
    const { db, client, timings } = this.#dependencies
    const step = waitingUntil(until)
    const isLong = until - Date.now() > timings.maxLimitWaitMs
    for (const job of jobs) {
      if (isLong && !isReportJob(job)) await this.#fail(job.id, limitReached(until, client.target))
      else if (job.step !== step) await showWaitingStep(db, job.id, step)
    }
  }

  async #handleRefusal(job: Dispatched, error: GithubError, count: number): Promise<void> {
    const { db, timings } = this.#dependencies
    const next = stepAfterRefusal(error, count, timings.maxLimitWaitMs)
    if (next === 'search') {
      this.#tries.set(job.id, { count, reason: error })
      await showWaitingStep(db, job.id, 'Finding out whether GitHub has accepted the job')
      return
    }
    if (next === 'fail') return this.#fail(job.id, error)
    if (next === 'wait') this.#tries.delete(job.id)
    const step = next === 'retry' ? 'Trying to reach GitHub' : waitingUntil(error.until)
    if (await undispatchJob(db, job.id, step)) this.#own.add(job.id)
  }

  async #fail(jobId: string, { message: error, details }: Reason): Promise<void> {
    this.#tries.delete(jobId)
    const { db } = this.#dependencies
    const log = `${error}\n`
    await failActiveJob(db, jobId, { error, details, kind: 'outside-system', log })
  }
}

/** Returns the step of a job that waits until a limit ends; `until` is in milliseconds since 1970. */
function waitingUntil(until: number): string {
  return `Waiting until ${localClock(until)}, when GitHub accepts requests again`
}

/** Decides what follows a refusal: search for the run that may exist, retry, wait for the limit, or fail. */
function stepAfterRefusal(
  { kind, until }: GithubError,
  count: number,
  maxLimitWaitMs: number,
): 'search' | 'retry' | 'wait' | 'fail' {
  if (kind === 'unclear' || kind === 'unreadable') return 'search'
  if (kind === 'unreachable' && count < maxUnreachableTries) return 'retry'
  return kind === 'rate-limit' && until - Date.now() <= maxLimitWaitMs ? 'wait' : 'fail'
}
