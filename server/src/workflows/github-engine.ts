import type { Db } from '@dashboard/store/database'
import { takeTurn } from '@dashboard/store/duties'
import { findTrackedJob } from '@dashboard/store/job-runs'
import type { EngineLog, WorkflowEngine } from './engine.ts'
import { createGithubClient } from './github-client.ts'
import { type GithubDesk, type GithubTimings, githubTimings } from './github-desk.ts'
import { createGithubDispatcher } from './github-dispatcher.ts'
import { limitReached } from './github-errors.ts'
import { createGithubLook } from './github-look.ts'
import type { GithubAddress } from './github-octokit.ts'
import { createGithubStopper } from './github-stopper.ts'

/** Taken by each look, so that all servers together look no more often than agreed. */
const lookTurn = 'github-look'
const tickMs = 1_000
const hangUpMs = 5_000

export interface GithubEngineOptions {
  db: Db
  /** The engine settings of kind `github`. */
  github: GithubAddress
  log: EngineLog
  /** Since when runs that were started on GitHub become jobs; `undefined` while they do not. */
  readAutoSyncSince(): Promise<string | undefined>
  timings?: Partial<GithubTimings>
  /** Octokit's one change a second; tests go without. */
  throttle?: boolean
  retryMs?: number
  timeoutMs?: number
}

export interface GithubEngine extends WorkflowEngine {
  /** Hands over what no server was told of, and goes on with what is to stop. Asks nothing else. */
  tend(): Promise<void>
  /** The least time between two looks, by what the last one took and what GitHub still allows. */
  gapMs(): number
  desk: GithubDesk
}

/** Runs jobs as runs of GitHub Actions. `open()` looks after this server's own errands only. */
export function createGithubEngine(options: GithubEngineOptions): GithubEngine {
  const { db, github, log, readAutoSyncSince } = options
  const stopping = new AbortController()
  const hangUp = new AbortController()
  const { throttle, retryMs, timeoutMs } = options
  const connection = { github, log, throttle, retryMs, timeoutMs, stopping: hangUp.signal }
  const client = createGithubClient(connection)
  const timings = { ...githubTimings, ...options.timings }
  const handOver = (jobId: string) => dispatcher.want(jobId)
  const desk: GithubDesk = { db, client, log, timings, handOver, stopping: stopping.signal }

  const stopper = createGithubStopper(desk)
  const dispatcher = createGithubDispatcher(desk, () => lookLater())
  const looker = createGithubLook({ desk, readAutoSyncSince, onMissing: dispatcher.repeat })
  const gapMs = () => client.limits.gapMs(looker.requests(), timings.lookMs)

  let looking: Promise<number> | undefined
  const look = async (): Promise<number> => {
    const pausedUntil = client.limits.pausedUntil()
    if (pausedUntil > 0) throw limitReached(pausedUntil)
    // A little less than the gap, so that a punctual look is not taken for an early one.
    return (await takeTurn(db, lookTurn, gapMs() * 0.9)) ? looker.look() : 0
  }
  const sync = (): Promise<number> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  const inBackground = (work: Promise<unknown>) => {
    work.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'Could not look after runs on GitHub')
    })
  }
  const lookLater = () => {
    setTimeout(() => !stopping.signal.aborted && inBackground(sync()), timings.lookMs).unref()
  }

  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    if (dispatcher.isWaiting()) inBackground(dispatcher.tend('told'))
    if (stopper.isWaiting()) inBackground(stopper.tend())
  }

  return {
    desk,
    gapMs,
    start: dispatcher.want,
    stop: stopper.stop,
    sync,
    async syncJob(jobId) {
      const before = await describeJob(db, jobId)
      await sync()
      return (await describeJob(db, jobId)) !== before
    },
    async tend() {
      await Promise.all([dispatcher.tend('all'), stopper.tend()])
    },
    isOpen: () => timer !== undefined && !stopping.signal.aborted,
    open() {
      timer ??= setInterval(tick, tickMs)
    },
    async close() {
      clearInterval(timer)
      stopping.abort()
      // What is under way may end: a run whose start was not heard would have to be looked for.
      const patience = setTimeout(() => hangUp.abort(), hangUpMs)
      await Promise.allSettled([dispatcher.tend('told'), stopper.tend(), looking])
      clearTimeout(patience)
    },
  }
}

/** What a look may change of a job. */
async function describeJob(db: Db, jobId: string): Promise<string> {
  const job = await findTrackedJob(db, jobId)
  return JSON.stringify([job?.status, job?.step, job?.githubRunId])
}
