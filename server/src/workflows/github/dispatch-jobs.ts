import { isReportJob } from '@dashboard/contract/jobs'
import { isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  listUndispatchedJobs,
  showWaitingStep,
  type TrackedJob,
  type UndispatchedJob,
} from '@dashboard/store/jobs/github-runs'
import { coalesceRuns } from '../coalesce-runs.ts'
import { limitReached } from './api/github-errors.ts'
import { createAssignedJobs } from './assigned-jobs.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { createJobSender, type Dispatched, waitingUntil } from './send-job.ts'

/** After so many the list is read again: a new export need not wait for hundreds of reports. */
const batchSize = 10

export interface GithubDispatcher {
  /** Dispatches the queued jobs that can start, one after the other; `assigned`: only those of this server. */
  dispatchReady(scope: 'assigned' | 'all'): Promise<void>
  /** Assigns a job to this server, which dispatches it at once. */
  assign(jobId: string): void
  /** Whether jobs assigned to this server wait for another try. */
  hasWaiting(): boolean
  /** No run of this job has appeared in time: dispatches it once more, or fails it. */
  redispatch(job: TrackedJob): Promise<boolean>
}

/**
 * Dispatches jobs to GitHub. A job is marked before it is sent, so that of several servers one sends it; one
 * whose answer got lost keeps its mark, and is sent again only when no run of its name appears.
 */
export function createGithubDispatcher(
  dependencies: GithubDependencies,
  /** Called for a job that was dispatched and whose run is not known yet. */
  onUnnamed: () => void,
): GithubDispatcher {
  const { db, client, log, timings, stopping } = dependencies
  const assigned = createAssignedJobs()
  let scopeOfNext: 'assigned' | 'all' = 'assigned'

  const sender = createJobSender(dependencies, {
    onUnnamed,
    onQueuedAgain: (jobId) => assigned.add(jobId),
  })

  const sendReady = async (): Promise<number> => {
    const scope = scopeOfNext
    scopeOfNext = 'assigned'
    const ready = await assigned.keepListed(() => listUndispatchedJobs(db))
    const ours = ready.filter((job) => {
      const isLeftAlone =
        job.dependsOn !== null || ageMs(job.updatedAt) >= timings.otherServerHeadStartMs
      return assigned.has(job.id) || (scope === 'all' && isLeftAlone)
    })
    const pausedUntil = client.limits.pausedUntil()
    if (pausedUntil > 0) return showLimit(dependencies, ours, pausedUntil)
    let sent = 0
    for (const job of ours.sort(reportsLast)) {
      if (stopping.aborted) return sent
      // After a limit one more round, in which the jobs that wait for its end get a step that says so.
      if (sent === batchSize || client.limits.pausedUntil() > 0) {
        scopeOfNext = scope
        rounds.soon()
        return sent
      }
      assigned.delete(job.id)
      if (await sender.send(job, null)) sent += 1
    }
    return sent
  }

  const rounds = coalesceRuns(sendReady, (error) => {
    if (!isDatabaseUnavailable(error)) log.warn({ err: error }, 'Could not dispatch jobs to GitHub')
  })

  return {
    async dispatchReady(scope) {
      if (scope === 'all') scopeOfNext = 'all'
      await rounds.now()
    },
    assign(jobId) {
      assigned.add(jobId)
      rounds.soon()
    },
    hasWaiting: () => !assigned.isEmpty() && client.limits.pausedUntil() === 0,
    redispatch(job) {
      assigned.delete(job.id)
      return sender.redispatch(job)
    },
  }
}

/**
 * Shows each of these jobs that it waits for the end of a limit; answers that none was sent. An export, an import or a
 * review, of which there is one at a time, does not wait for a long one: it fails and says until when, since it would
 * hold back what can be done here meanwhile.
 */
async function showLimit(
  { db, timings }: GithubDependencies,
  jobs: readonly UndispatchedJob[],
  until: number,
): Promise<0> {
  const step = waitingUntil(until)
  const isLong = until - Date.now() > timings.maxLimitWaitMs
  const { message: error } = limitReached(until)
  for (const job of jobs) {
    if (isLong && !isReportJob(job)) {
      await failActiveJob(db, job.id, { error, kind: 'outside-system', log: `${error}\n` })
    } else if (job.step !== step) await showWaitingStep(db, job.id, step)
  }
  return 0
}

function reportsLast(one: Dispatched, other: Dispatched): number {
  return Number(isReportJob(one)) - Number(isReportJob(other))
}
