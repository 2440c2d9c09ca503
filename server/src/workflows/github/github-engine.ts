import type { Db } from '@dashboard/store/database/open-database'
import { extendGithubPause, readGithubPause } from '@dashboard/store/github-pause'
import { findTrackedJob } from '@dashboard/store/jobs/github-runs'
import type { EngineLog, WorkflowEngine } from '../engine.ts'
import { createGithubClient, type GithubClient } from './api/github-client.ts'
import type { GithubAddress, SharedPause } from './api/github-octokit.ts'
import { createGithubDispatcher } from './dispatch-jobs.ts'
import {
  type GithubDependencies,
  type GithubTimings,
  githubTimings,
} from './github-dependencies.ts'
import { createRunPoll } from './poll-runs.ts'
import { createSharedPolling } from './shared-polling.ts'
import { createGithubStopper } from './stop-runs.ts'

const tickMs = 1_000
const hangUpMs = 5_000

export interface GithubEngineOptions {
  db: Db
  /** The engine settings of kind `github`. */
  github: GithubAddress
  log: EngineLog
  /** Since when runs that were started on GitHub become jobs; `undefined` while they do not. */
  readAutoSyncSince(): Promise<string | undefined>
  /** What a run's settings are to be like; a run compares nothing when it is left out. */
  expects?: string
  timings?: Partial<GithubTimings>
  /** Octokit's one change a second; tests go without. */
  throttle?: boolean
  retryMs?: number
  timeoutMs?: number
}

export interface GithubEngine extends WorkflowEngine {
  /** Dispatches the jobs that no server was assigned, and continues the stops. Polls nothing. */
  dispatchAndStop(): Promise<void>
  /** The least time between two polls, by the requests of the last one and the rest of the rate limit. */
  minPollGapMs(): number
  dependencies: GithubDependencies
}

/** Runs jobs as runs of GitHub Actions. `open()` works on the jobs assigned to this server only. */
export function createGithubEngine(options: GithubEngineOptions): GithubEngine {
  const { db, log, readAutoSyncSince } = options
  const stopping = new AbortController()
  const hangUp = new AbortController()
  const dependencies: GithubDependencies = {
    db,
    log,
    client: openClient(options, hangUp.signal),
    timings: { ...githubTimings, ...options.timings },
    dispatchSoon: (jobId) => dispatcher.assign(jobId),
    expects: options.expects ?? '',
    stopping: stopping.signal,
  }

  const stopper = createGithubStopper(dependencies)
  const dispatcher = createGithubDispatcher(dependencies, () => pollLater())
  const onMissing = dispatcher.redispatch
  const runPoll = createRunPoll({ dependencies, readAutoSyncSince, onMissing })
  const polling = createSharedPolling(dependencies, runPoll)
  const { minPollGapMs, sync } = polling
  const pollLater = () => {
    const syncUnlessStopping = () => !stopping.signal.aborted && inBackground(sync())
    setTimeout(syncUnlessStopping, dependencies.timings.minPollGapMs).unref()
  }
  const inBackground = (work: Promise<unknown>) => {
    work.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'Could not manage runs on GitHub')
    })
  }

  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    if (dispatcher.hasWaiting()) inBackground(dispatcher.dispatchReady('assigned'))
    if (stopper.hasWaiting()) inBackground(stopper.continueStops())
  }

  return {
    dependencies,
    minPollGapMs,
    start: dispatcher.assign,
    stop: stopper.requestStop,
    sync,
    syncJob: (jobId) => changesJob(db, jobId, sync),
    async dispatchAndStop() {
      await Promise.all([dispatcher.dispatchReady('all'), stopper.continueStops()])
    },
    isOpen: () => timer !== undefined && !stopping.signal.aborted,
    open() {
      timer ??= setInterval(tick, tickMs)
    },
    async close() {
      clearInterval(timer)
      stopping.abort()
      await finish(hangUp, [
        dispatcher.dispatchReady('assigned'),
        stopper.continueStops(),
        polling.current(),
      ])
    },
  }
}

function openClient(options: GithubEngineOptions, stopping: AbortSignal): GithubClient {
  const { db, github, log, throttle, retryMs, timeoutMs } = options
  const sharedPause = sharedPauseOf(db, github.token)
  return createGithubClient({ github, log, throttle, retryMs, timeoutMs, sharedPause, stopping })
}

/**
 * Waits for requests under way, and aborts what takes longer than five seconds: a run whose dispatch was not
 * confirmed would have to be searched for.
 */
async function finish(hangUp: AbortController, work: readonly unknown[]): Promise<void> {
  const timer = setTimeout(() => hangUp.abort(), hangUpMs)
  await Promise.allSettled(work)
  clearTimeout(timer)
}

function sharedPauseOf(db: Db, token: string): SharedPause {
  return {
    read: () => readGithubPause(db, token),
    extend: (until) => extendGithubPause(db, token, until),
  }
}

/** Whether the work changes what a poll may change of the job. */
async function changesJob(db: Db, jobId: string, work: () => Promise<unknown>): Promise<boolean> {
  const before = await describeJob(db, jobId)
  await work()
  return (await describeJob(db, jobId)) !== before
}

/** What a poll may change of a job. */
async function describeJob(db: Db, jobId: string): Promise<string> {
  const job = await findTrackedJob(db, jobId)
  return JSON.stringify([job?.status, job?.step, job?.githubRunId])
}
