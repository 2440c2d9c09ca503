import { addToLog, endStop, type TrackedJob } from '@dashboard/store/jobs/github-runs'
import { cancelRun, findRun, forceCancelRun } from './api/github-api.ts'
import { GithubError } from './api/github-errors.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { hasStopped } from './run-states.ts'

const maxForcedTries = 5

export const runHasStopped = 'The run on GitHub has stopped.'
export const runNotThere = 'There is no run of this job on GitHub any more.'

export interface RunStop {
  /** Asks GitHub to cancel the run. Throws GithubError when it does not. */
  cancel(job: TrackedJob, runId: string): Promise<void>
  /** Force-cancels the run, at most five times. Throws GithubError when GitHub does not. */
  force(job: TrackedJob, runId: string): Promise<void>
  /** Whether it is time to force-cancel the run. */
  isForceDue(job: TrackedJob): boolean
  /** Ends the stop itself, with a line for the job's log. */
  end(job: TrackedJob, line: string): Promise<void>
}

/** The requests that stop one run; `onEnd` is called for a job whose stop is over. */
export function createRunStop(
  dependencies: GithubDependencies,
  onEnd: (jobId: string) => void,
): RunStop {
  const { db, client, timings } = dependencies
  const forced = new Map<string, { count: number; at: number }>()

  const end = async (job: TrackedJob, line: string) => {
    onEnd(job.id)
    forced.delete(job.id)
    await endStop(db, job.id, line)
  }

  /** Reads the run's state, and ends the stop when the run has ended. */
  const isOver = async (job: TrackedJob, runId: string): Promise<boolean> => {
    const run = await findRun(client, runId)
    if (run && !hasStopped(run, job.stopRequestedAt)) return false
    await end(job, run ? runHasStopped : runNotThere)
    return true
  }

  return {
    end,
    isForceDue({ id, stopRequestedAt }) {
      const sinceForcedMs = performance.now() - (forced.get(id)?.at ?? Number.NEGATIVE_INFINITY)
      const sinceRequestMs = stopRequestedAt === null ? 0 : ageMs(stopRequestedAt)
      return Math.min(sinceForcedMs, sinceRequestMs) >= timings.forceCancelAfterMs
    },
    async cancel(job, runId) {
      try {
        await cancelRun(client, runId)
        await addToLog(db, job.id, 'GitHub was asked to stop the run.\n')
      } catch (error) {
        if (!isConflict(error)) throw error
        if (await isOver(job, runId)) return
        await addToLog(db, job.id, 'GitHub cannot stop the run yet; it is asked again by force.\n')
      }
    },
    async force(job, runId) {
      if (await isOver(job, runId)) return
      const count = (forced.get(job.id)?.count ?? 0) + 1
      if (count > maxForcedTries) {
        return end(job, 'GitHub does not stop the run. Open the workflow details to stop it there.')
      }
      forced.set(job.id, { count, at: performance.now() })
      await addToLog(db, job.id, runContinues(timings.forceCancelAfterMs))
      try {
        await forceCancelRun(client, runId)
      } catch (error) {
        if (!isConflict(error)) throw error
        await isOver(job, runId)
      }
    },
  }
}

function runContinues(afterMs: number): string {
  const seconds = Math.round(afterMs / 1_000)
  return `The run still goes on ${seconds} seconds after it was asked to stop; GitHub is told to end it by force.\n`
}

function isConflict(error: unknown): boolean {
  return error instanceof GithubError && error.kind === 'conflict'
}
