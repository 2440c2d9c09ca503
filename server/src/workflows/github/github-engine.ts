import type { Db } from '@dashboard/store/database/open-database'
import { extendGithubPause, readGithubPause } from '@dashboard/store/github-pause'
import { findTrackedJob } from '@dashboard/store/jobs/github-runs'
import type { EngineLog, WorkflowEngine } from '../engine.ts'
import { createGithubClient } from './api/github-client.ts'
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
  const { db, github, log, readAutoSyncSince, throttle, retryMs, timeoutMs } = options
  const stopping = new AbortController()
  const hangUp = new AbortController()
  const connection = {
    ...{ github, log, throttle, retryMs, timeoutMs, sharedPause: sharedPauseOf(db) },
    stopping: hangUp.signal,
  }
  const client = createGithubClient(connection)
  const timings = { ...githubTimings, ...options.timings }
  const dispatchSoon = (jobId: string) => dispatcher.assign(jobId)
  const dependencies: GithubDependencies = {
    ...{ db, client, log, timings, dispatchSoon },
    expects: options.expects ?? '',
    stopping: stopping.signal,
  }

  const stopper = createGithubStopper(dependencies)
  const dispatcher = createGithubDispatcher(dependencies, () => pollLater())
  const runPoll = createRunPoll({
    dependencies,
    readAutoSyncSince,
    onMissing: dispatcher.redispatch,
  })
  const polling = createSharedPolling(dependencies, runPoll)
  const { minPollGapMs, sync } = polling
  const pollLater = () => {
    setTimeout(() => !stopping.signal.aborted && inBackground(sync()), timings.minPollGapMs).unref()
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
    async syncJob(jobId) {
      const before = await describeJob(db, jobId)
      await sync()
      return (await describeJob(db, jobId)) !== before
    },
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
      // Requests under way may finish: a run whose dispatch was not confirmed would have to be searched for.
      const hangUpTimer = setTimeout(() => hangUp.abort(), hangUpMs)
      const work = [
        dispatcher.dispatchReady('assigned'),
        stopper.continueStops(),
        polling.current(),
      ]
      await Promise.allSettled(work)
      clearTimeout(hangUpTimer)
    },
  }
}

function sharedPauseOf(db: Db): SharedPause {
  return { read: () => readGithubPause(db), extend: (until) => extendGithubPause(db, until) }
}

/** What a poll may change of a job. */
async function describeJob(db: Db, jobId: string): Promise<string> {
  const job = await findTrackedJob(db, jobId)
  return JSON.stringify([job?.status, job?.step, job?.githubRunId])
}
