import type { Db } from '@dashboard/store/database'
import type { EngineLog } from './engine.ts'
import type { GithubClient } from './github-client.ts'

/** What the parts of the GitHub engine work with. */
export interface GithubDesk {
  db: Db
  client: GithubClient
  log: EngineLog
  timings: GithubTimings
  /** Hands a job over that has just been queued again. */
  handOver(jobId: string): void
  /** Aborted when the server stops: nothing new is begun. */
  stopping: AbortSignal
}

/** In milliseconds; tests make them short. */
export interface GithubTimings {
  /** Another server's fresh job is left to that server for so long. */
  othersFirstMs: number
  /** A run that was asked for and has not appeared after so long is asked for again. */
  appearMs: number
  /** A limit that ends within so long is waited for; a job fails for a longer one. */
  patienceMs: number
  /** A run that still goes on so long after its cancellation is ended by force. */
  forceMs: number
  /** A run that has ended may have written the job's end a moment before. */
  graceMs: number
  /** A runner that is silent while its run goes on counts as lost after so long. */
  silenceMs: number
  /** At most one look at GitHub in so long, by all servers together. */
  lookMs: number
}

export const githubTimings: GithubTimings = {
  othersFirstMs: 10_000,
  appearMs: 120_000,
  patienceMs: 120_000,
  forceMs: 60_000,
  graceMs: 3_000,
  silenceMs: 60_000,
  lookMs: 5_000,
}

/** Milliseconds since an instant of the database. */
export function ageMs(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(instant)
}
