import { setTimeout as sleep } from 'node:timers/promises'
import { claimTurn } from '@dashboard/store/database/leader-leases'
import { endStop, listTrackedJobs, type TrackedJob } from '@dashboard/store/jobs/github-runs'
import { limitReached } from './api/github-errors.ts'
import type { Run } from './api/github-schemas.ts'
import { collectRuns, type RunsByJob } from './find-runs.ts'
import type { RunFollower } from './follow-runs.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { hasLiveLease, isStartedOnGithub } from './run-states.ts'

/** Each poll claims this turn, so that all servers together poll no more often than the gap allows. */
const pollTurn = 'github-poll'

interface RunPollOptions {
  dependencies: GithubDependencies
  follower: RunFollower
  /** Called when no run of this job has appeared in time. */
  onMissing(job: TrackedJob): Promise<boolean>
  /** Returns since when runs that were started on GitHub become jobs; `undefined` while they do not. */
  readAutoSyncSince(): Promise<string | undefined>
}

/** Compares the jobs with their runs on GitHub. */
export class RunPoll {
  readonly #options: RunPollOptions
  /** How many requests the last poll took. */
  #requests = 0
  #polling: Promise<number> | undefined

  constructor(options: RunPollOptions) {
    this.#options = options
  }

  /**
   * Returns the shortest time between two polls, from the number of requests of the last one and the rest of the rate
   * limit.
   */
  minPollGapMs(): number {
    const { client, timings } = this.#options.dependencies
    return client.limits.gapMs(this.#requests, timings.minPollGapMs)
  }

  /**
   * Polls unless a server has polled within the gap; all who call meanwhile share one poll. Returns how many jobs it
   * changed.
   */
  sync(): Promise<number> {
    this.#polling ??= this.#pollInTurn().finally(() => {
      this.#polling = undefined
    })
    return this.#polling
  }

  /** Waits for the poll that is under way. */
  async close(): Promise<void> {
    await this.#polling
  }

  async #pollInTurn(): Promise<number> {
    const { db, client } = this.#options.dependencies
    const pausedUntil = client.limits.pausedUntil()
    if (pausedUntil > 0) throw limitReached(pausedUntil, client.target)
    // The turn lasts a little less than the gap, so that a poll on time does not count as too early.
    return (await claimTurn(db, pollTurn, this.minPollGapMs() * 0.9)) ? this.#poll() : 0
  }

  async #poll(): Promise<number> {
    const { dependencies, follower, readAutoSyncSince } = this.#options
    const { db, client } = dependencies
    let changes = 0
    const since = await readAutoSyncSince()
    // A job that its runner holds needs no update. The run of one that nobody has claimed yet may have no known id: its
    // runner names it.
    const jobs = (await listTrackedJobs(db)).filter(
      (job) => isStartedOnGithub(job) || (!hasLiveLease(job) && !this.#isYetToClaim(job)),
    )
    this.#requests = 0
    if (jobs.length === 0 && since === undefined) return changes
    const found = await collectRuns(client, jobs)
    this.#requests = found.requests
    changes += await this.#compare(jobs, found)
    if (since !== undefined) changes += await follower.makeJobsOf(found.listed, since)
    return changes
  }

  #isYetToClaim({ githubRunId, dispatchedAt }: TrackedJob): boolean {
    const { runAppearsWithinMs } = this.#options.dependencies.timings
    return githubRunId === null && ageMs(dispatchedAt) < runAppearsWithinMs
  }

  async #compare(jobs: readonly TrackedJob[], { runs }: RunsByJob): Promise<number> {
    const { dependencies, follower } = this.#options
    let changes = 0
    const toSettle: [string, Run | 'gone'][] = []
    for (const job of jobs) {
      const run = runs.get(job.id)
      if (run === undefined) {
        const result = await this.#handleMissingRun(job)
        if (result === 'gone') toSettle.push([job.id, 'gone'])
        else if (result) changes += 1
        continue
      }
      const result = await follower.apply(job, run)
      if (result === 'to-settle') toSettle.push([job.id, run])
      else if (result) changes += 1
    }
    if (toSettle.length === 0) return changes
    const { timings, stopping } = dependencies
    await sleep(timings.settleDelayMs, undefined, { signal: stopping })
    for (const [jobId, run] of toSettle) if (await follower.settle(jobId, run)) changes += 1
    return changes
  }

  /** Handles a job whose run was not found; returns `gone` for a run that GitHub no longer has. */
  async #handleMissingRun(job: TrackedJob): Promise<boolean | 'gone'> {
    const { dependencies, onMissing } = this.#options
    const { db, timings } = dependencies
    if (ageMs(job.dispatchedAt) < timings.runAppearsWithinMs) return false
    if (job.githubRunId !== null) return 'gone'
    if (job.stopRequestedAt !== null) return endStop(db, job.id, 'No run of this job has started.')
    return job.status === 'queued' ? onMissing(job) : false
  }
}
