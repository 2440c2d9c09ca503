import type { Db } from '@dashboard/store/database/open-database'
import type { EngineLog } from '../engine.ts'
import type { GithubClient } from './api/github-client.ts'

/** What the parts of the GitHub engine are given. */
export interface GithubDependencies {
  db: Db
  client: GithubClient
  log: EngineLog
  timings: GithubTimings
  /** What a run's settings are to be like, as `describeRunSettings` says; part of each dispatch. */
  expects: string
  /** Dispatches a job that has just been queued again. */
  dispatchSoon(jobId: string): void
  /** Aborted when the server stops: nothing new is begun. */
  stopping: AbortSignal
}

/** In milliseconds; tests make them short. */
export interface GithubTimings {
  /** A new job of another server is left to that server for so long. */
  otherServerHeadStartMs: number
  /** A run that was asked for and has not appeared after so long is asked for again. */
  runAppearsWithinMs: number
  /** A limit that ends within so long is waited for; a job fails for a longer one. */
  maxLimitWaitMs: number
  /** A run that is still active so long after its cancellation is force-cancelled. */
  forceCancelAfterMs: number
  /** A run that has ended may have written the job's end a moment before. */
  settleDelayMs: number
  /** A runner whose lease expired so long ago while its run goes on counts as lost. */
  silentRunnerMs: number
  /** At most one poll of GitHub in so long, by all servers together. */
  minPollGapMs: number
}

export const githubTimings: GithubTimings = {
  otherServerHeadStartMs: 10_000,
  runAppearsWithinMs: 120_000,
  maxLimitWaitMs: 120_000,
  forceCancelAfterMs: 60_000,
  settleDelayMs: 3_000,
  silentRunnerMs: 60_000,
  minPollGapMs: 5_000,
}

/** Milliseconds since an instant of the database. */
export function ageMs(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(instant)
}
