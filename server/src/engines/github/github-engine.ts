import type { GithubCheck } from '@dashboard/contract/preflight'
import type { Db } from '@dashboard/store/database/open-database'
import type { EngineLog, JobEngine } from '../job-engine.ts'
import { GithubClient } from './api/github-client.ts'
import type { ConnectionOptions, GithubAddress } from './api/github-octokit.ts'
import { readSettingsCheck, startSettingsCheck } from './check-settings.ts'
import { GithubDispatcher } from './dispatch-jobs.ts'
import {
  type GithubDependencies,
  type GithubTimings,
  githubTimings,
} from './github-dependencies.ts'
import { RunPoller } from './poll-runs.ts'
import { GithubStopper } from './stop-runs.ts'

const hangUpMs = 5_000

export interface GithubEngineOptions {
  db: Db
  log: EngineLog
  github: GithubAddress
  readPollIntervalMs(): Promise<number>
  timings?: Partial<GithubTimings>
  /** Set by tests. */
  connection?: Pick<ConnectionOptions, 'throttle' | 'retryMs' | 'timeoutMs'>
}

/**
 * Jobs as runs of GitHub Actions. How a job moves, and which file moves it (docs/github-actions.md has GitHub's
 * states in full):
 *
 *     insertJobs ──► queued ──dispatch-jobs──► queued, dispatched ──runner claims──► running
 *                      ▲                         │                                     │
 *                      │                         │ run ends or is gone                 │ runner finishes
 *                      │                         │ before a runner claims              ▼
 *                      │                         ▼                            completed / failed
 *                      └──retry, 3 tries──── follow-runs ──► failed
 *
 *     poll-runs brings a run's state to follow-runs,
 *     which decides by run-states what it means for the job, and makes jobs of runs that were started on GitHub;
 *     stop-runs cancels the run of a job that was cancelled here.
 */
export class GithubEngine implements JobEngine {
  readonly dependencies: GithubDependencies
  readonly #stopping = new AbortController()
  readonly #hangUp = new AbortController()
  readonly dispatcher: GithubDispatcher
  readonly stopper: GithubStopper
  readonly #poller: RunPoller

  constructor(options: GithubEngineOptions) {
    const { db, log, github, readPollIntervalMs } = options
    const client = new GithubClient({
      github,
      log,
      ...options.connection,
      stopping: this.#hangUp.signal,
    })
    const dependencies: GithubDependencies = {
      db,
      log,
      client,
      timings: { ...githubTimings, ...options.timings },
      dispatchSoon: (jobId) => this.dispatcher.start(jobId),
      stopping: this.#stopping.signal,
    }
    this.dependencies = dependencies
    this.stopper = new GithubStopper(dependencies)
    this.dispatcher = new GithubDispatcher(dependencies)
    this.#poller = new RunPoller({
      dependencies,
      dispatcher: this.dispatcher,
      stopper: this.stopper,
      readPollIntervalMs,
    })
  }

  start(jobId: string): void {
    this.dispatcher.start(jobId)
  }

  startSettingsCheck(): Promise<void> {
    return startSettingsCheck(this.dependencies)
  }

  readSettingsCheck(): Promise<GithubCheck> {
    return readSettingsCheck(this.dependencies)
  }

  sync(): Promise<number> {
    return this.#poller.sync()
  }

  /** Returns how many requests GitHub still accepts this hour; `undefined` while that is not known. */
  readRequestsLeft(): number | undefined {
    return this.dependencies.client.limits.requestsLeft()
  }

  /**
   * Returns until when GitHub accepts no requests of this server, in milliseconds since 1970; 0 when it accepts them.
   */
  pausedUntil(): number {
    return this.dependencies.client.limits.pausedUntil()
  }

  open(): void {
    this.#poller.loop.open()
  }

  /**
   * Waits for requests under way, and aborts those that take longer than five seconds. It waits because a run whose
   * dispatch was not confirmed would have to be searched for.
   */
  async close(): Promise<void> {
    this.#stopping.abort()
    const timer = setTimeout(() => this.#hangUp.abort(), hangUpMs)
    await Promise.allSettled([
      this.#poller.loop.close(),
      this.dispatcher.loop.close(),
      this.stopper.loop.close(),
    ])
    clearTimeout(timer)
    // A poll that a caller asked for may still be under way.
    this.#hangUp.abort()
  }
}
