import type { Db } from '@dashboard/store/database/open-database'
import type { EngineLog } from '../job-engine.ts'
import type { GithubClient } from './api/github-client.ts'

/** What the parts of the GitHub engine share. */
export interface GithubDependencies {
  db: Db
  client: GithubClient
  log: EngineLog
  timings: GithubTimings
  /** Dispatches a job that has just been queued again. */
  dispatchSoon(jobId: string): void
  /** Aborted when the server stops: after that nothing new is started. */
  stopping: AbortSignal
}

/** All times are in milliseconds; tests make them short. */
export interface GithubTimings {
  /** How long a new job is left to the server that queued it. */
  otherServerHeadStartMs: number
  /**
   * A job that no runner has claimed within this time is searched for by name, and dispatched again if it has no run.
   */
  runAppearsWithinMs: number
  /** Jobs wait for a limit that ends within this time, and fail for a longer one. */
  maxLimitWaitMs: number
  /** A run that is still active this long after its cancellation is force-cancelled. */
  forceCancelAfterMs: number
  /** How long to wait after a run has ended, since its runner may have just written how the job ended. */
  finishDelayMs: number
  /** A runner counts as lost when its lease expired this long ago while its run is still active. */
  lostRunnerMs: number
  /** The shortest time between two polls of GitHub, for all servers together. */
  minPollGapMs: number
  /** How often the poller renews its lease and checks whether a poll is due; that sends GitHub no request. */
  tickMs: number
  /** How long the poller's lease lasts: another server takes over from one that has not renewed it for this time. */
  leaseMs: number
}

export const githubTimings: GithubTimings = {
  otherServerHeadStartMs: 10_000,
  runAppearsWithinMs: 120_000,
  maxLimitWaitMs: 120_000,
  forceCancelAfterMs: 60_000,
  finishDelayMs: 3_000,
  lostRunnerMs: 60_000,
  minPollGapMs: 5_000,
  tickMs: 1_000,
  leaseMs: 15_000,
}

/** Returns the milliseconds since an instant of the database. */
export function ageMs(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(instant)
}
