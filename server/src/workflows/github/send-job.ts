import { easternClock } from '@dashboard/contract/eastern-time'
import type { JobRow } from '@dashboard/store/database/schema'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  markDispatched,
  saveRun,
  showWaitingStep,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/jobs/github-runs'
import { dispatchRun } from './api/github-api.ts'
import { GithubError } from './api/github-errors.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import { stepsAfter, waitingForMachine } from './run-states.ts'

/** Dispatches of a job whose run does not appear. */
const maxDispatches = 2
/** Dispatches of a job that certainly did not reach GitHub. */
const maxUnreachableTries = 3

export type Dispatched = Pick<JobRow, 'id' | 'type'>

export interface JobSender {
  /** Dispatches one job unless another server has; `previous` is when it was dispatched before. */
  send(job: Dispatched, previous: string | null): Promise<boolean>
  /** No run of this job has appeared in time: dispatches it once more, or fails it. */
  redispatch(job: TrackedJob): Promise<boolean>
}

interface SenderEvents {
  /** Called for a job that was dispatched and whose run is not known yet. */
  onUnnamed(): void
  /** Called for a job that is queued again, because GitHub took nothing this time. */
  onQueuedAgain(jobId: string): void
}

/** Dispatches single jobs, and handles what GitHub answers. */
export function createJobSender(
  dependencies: GithubDependencies,
  { onUnnamed, onQueuedAgain }: SenderEvents,
): JobSender {
  const { db, client, log, timings, expects } = dependencies
  /** How often this server has dispatched a job, and how the last try ended. */
  const tries = new Map<string, { count: number; reason?: string }>()

  const send = async (job: Dispatched, previous: string | null): Promise<boolean> => {
    if ((await markDispatched(db, job.id, previous)) === undefined) return false
    const count = (tries.get(job.id)?.count ?? 0) + 1
    tries.set(job.id, { count })
    try {
      const run = await dispatchRun(client, job, expects)
      await showWaitingStep(db, job.id, waitingForMachine, stepsAfter(waitingForMachine))
      if (run) await saveRun(db, job.id, run)
      else onUnnamed()
      if (run) tries.delete(job.id)
    } catch (error) {
      if (!(error instanceof GithubError)) throw error
      log.warn({ jobId: job.id, err: error }, 'GitHub did not take a job')
      await handleRefusal(job, error, count)
    }
    return true
  }

  const handleRefusal = async (job: Dispatched, error: GithubError, count: number) => {
    const next = nextStep(error, count, timings.maxLimitWaitMs)
    if (next === 'search') {
      tries.set(job.id, { count, reason: error.message })
      await showWaitingStep(db, job.id, 'Finding out whether GitHub has taken the job')
      return onUnnamed()
    }
    if (next === 'fail') return fail(job.id, error.message)
    if (next === 'wait') tries.delete(job.id)
    const step = next === 'retry' ? 'Trying to reach GitHub' : waitingUntil(error.until)
    if (await undispatchJob(db, job.id, step)) onQueuedAgain(job.id)
  }

  const fail = async (jobId: string, error: string) => {
    tries.delete(jobId)
    await failActiveJob(db, jobId, { error, kind: 'outside-system', log: `${error}\n` })
  }

  return {
    send,
    async redispatch(job) {
      const { count = 1, reason } = tries.get(job.id) ?? {}
      if (count < maxDispatches) {
        tries.set(job.id, { count })
        return send(job, job.dispatchedAt)
      }
      await fail(job.id, reason ?? noRunAppeared(timings.runAppearsWithinMs))
      return true
    },
  }
}

/** What a job shows that waits for the end of a limit, in milliseconds since 1970. */
export function waitingUntil(until: number): string {
  return `Waiting until ${easternClock(until)}, when GitHub takes requests again`
}

/** What follows a refusal: search for the run that may exist, retry, wait for a limit, or fail. */
function nextStep(
  { kind, until }: GithubError,
  count: number,
  maxLimitWaitMs: number,
): 'search' | 'retry' | 'wait' | 'fail' {
  if (kind === 'unclear' || kind === 'unreadable') return 'search'
  if (kind === 'unreachable' && count < maxUnreachableTries) return 'retry'
  return kind === 'rate-limit' && until - Date.now() <= maxLimitWaitMs ? 'wait' : 'fail'
}

function noRunAppeared(withinMs: number): string {
  const seconds = Math.round(withinMs / 1_000)
  return `GitHub took the job, but no run of it has appeared within ${seconds} seconds. Look at githubstatus.com and retry the job.`
}
