import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLease, claimInterval, releaseLease } from '@dashboard/store/database/leader-leases'
import { endStop, listTrackedJobs, type TrackedJob } from '@dashboard/store/jobs/github-runs'
import { BackgroundLoop } from '../../background/background-loop.ts'
import { limitReached } from './api/github-errors.ts'
import type { Run } from './api/github-schemas.ts'
import { readAutoSyncSince } from './auto-sync.ts'
import { collectRuns } from './collect-runs.ts'
import type { GithubDispatcher } from './dispatch-jobs.ts'
import { applyRun, finishJobOfRun, makeJobsOf } from './follow-runs.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { hasLiveLease, isStartedOnGithub } from './run-states.ts'
import type { GithubStopper } from './stop-runs.ts'

const leaseName = 'github-poller'
/** Each poll claims this interval, so that all servers together poll no more often than the gap allows. */
const pollInterval = 'github-poll'

interface RunPollerOptions {
  dependencies: GithubDependencies
  dispatcher: GithubDispatcher
  stopper: GithubStopper
  /** Returns the current time between two polls, in milliseconds. */
  readPollIntervalMs(): Promise<number>
}

/**
 * Compares the jobs with their runs on GitHub, when it is called to and in a loop. Only the server that holds the
 * leader lease polls in its loop, at the monitoring's interval (docs/github-actions.md#what-it-costs-in-requests).
 */
export class RunPoller {
  readonly #options: RunPollerOptions
  readonly #owner = randomUUID()
  readonly loop: BackgroundLoop
  #polledAt = Number.NEGATIVE_INFINITY

  constructor(options: RunPollerOptions) {
    this.#options = options
    const { dependencies } = options
    this.loop = new BackgroundLoop({
      run: () => this.#pollWhenDue(),
      everyMs: dependencies.timings.tickMs,
      // The lease is released so that another server does not have to wait until it expires.
      afterwards: () => releaseLease(dependencies.db, leaseName, this.#owner),
      failed: 'Could not ask GitHub about jobs',
      log: dependencies.log,
    })
  }

  /** Polls unless a server has polled within the gap. Returns how many jobs that changed. */
  async sync(): Promise<number> {
    const { db, client, timings } = this.#options.dependencies
    const pausedUntil = client.limits.pausedUntil()
    if (pausedUntil > 0) throw limitReached(pausedUntil, client.target)
    // The interval is a little shorter than the gap, so that a poll on time does not count as too early.
    const isDue = await claimInterval(db, pollInterval, timings.minPollGapMs * 0.9)
    return isDue ? this.#poll() : 0
  }

  async #pollWhenDue(): Promise<unknown> {
    const { dependencies, dispatcher, stopper, readPollIntervalMs } = this.#options
    const lease = { owner: this.#owner, ms: dependencies.timings.leaseMs }
    if (!(await acquireLease(dependencies.db, leaseName, lease))) return 'idle'
    dispatcher.loop.wake()
    stopper.loop.wake()
    if (performance.now() - this.#polledAt < (await readPollIntervalMs())) return 'idle'
    this.#polledAt = performance.now()
    return this.sync()
  }

  async #poll(): Promise<number> {
    const { dependencies } = this.#options
    const { db, client } = dependencies
    const since = await readAutoSyncSince(db)
    // A job that its runner holds needs no update. The run of one that nobody has claimed yet may have no known id: its
    // runner names it.
    const jobs = (await listTrackedJobs(db)).filter(
      (job) => isStartedOnGithub(job) || (!hasLiveLease(job) && !this.#isRunExpected(job)),
    )
    if (jobs.length === 0 && since === undefined) return 0
    const { runs, listed } = await collectRuns(client, jobs)
    const changes = await this.#compare(jobs, runs)
    if (since === undefined) return changes
    return changes + (await makeJobsOf(dependencies, listed, since))
  }

  #isRunExpected({ githubRunId, dispatchedAt }: TrackedJob): boolean {
    const { runAppearsWithinMs } = this.#options.dependencies.timings
    return githubRunId === null && ageMs(dispatchedAt) < runAppearsWithinMs
  }

  async #compare(jobs: readonly TrackedJob[], runs: ReadonlyMap<string, Run>): Promise<number> {
    const { dependencies } = this.#options
    let changes = 0
    const toFinish: [string, Run | 'gone'][] = []
    for (const job of jobs) {
      const run = runs.get(job.id)
      const result = run
        ? await applyRun(dependencies, job, run)
        : await this.#handleMissingRun(job)
      if (result === 'to-finish') toFinish.push([job.id, run ?? 'gone'])
      else if (result) changes += 1
    }
    if (toFinish.length === 0) return changes
    const { timings, stopping } = dependencies
    await sleep(timings.finishDelayMs, undefined, { signal: stopping })
    for (const [jobId, run] of toFinish) {
      if (await finishJobOfRun(dependencies, jobId, run)) changes += 1
    }
    return changes
  }

  /** Handles a job whose run was not found; returns `to-finish` for a run that GitHub no longer has. */
  async #handleMissingRun(job: TrackedJob): Promise<boolean | 'to-finish'> {
    const { dependencies, dispatcher } = this.#options
    const { db, timings } = dependencies
    if (ageMs(job.dispatchedAt) < timings.runAppearsWithinMs) return false
    if (job.githubRunId !== null) return 'to-finish'
    if (job.stopRequestedAt !== null) return endStop(db, job.id, 'No run of this job has started.')
    return job.status === 'queued' ? dispatcher.redispatch(job) : false
  }
}
