import { claimTurn } from '@dashboard/store/leader-leases'
import { limitReached } from './api/github-errors.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import type { RunPoll } from './poll-runs.ts'

/** Claimed by each poll, so that all servers together poll no more often than agreed. */
const pollTurn = 'github-poll'

/** Polls when no server has polled within the gap; callers share a poll that is under way. */
export function createSharedPolling(
  { db, client, timings }: Pick<GithubDependencies, 'db' | 'client' | 'timings'>,
  runPoll: RunPoll,
) {
  let polling: Promise<number> | undefined
  /** The least time between two polls, by the requests of the last one and the rest of the rate limit. */
  const minPollGapMs = () => client.limits.gapMs(runPoll.requests(), timings.minPollGapMs)
  const poll = async (): Promise<number> => {
    const pausedUntil = client.limits.pausedUntil()
    if (pausedUntil > 0) throw limitReached(pausedUntil)
    // A little less than the gap, so that a punctual poll is not taken for an early one.
    return (await claimTurn(db, pollTurn, minPollGapMs() * 0.9)) ? runPoll.pollRuns() : 0
  }

  return {
    minPollGapMs,
    /** The poll under way. */
    current: () => polling,
    /** Answers how many jobs the poll changed. */
    sync: (): Promise<number> => {
      polling ??= poll().finally(() => {
        polling = undefined
      })
      return polling
    },
  }
}
