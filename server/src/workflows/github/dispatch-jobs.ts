import { easternClock } from '@dashboard/contract/eastern-time'
import { isReportJob } from '@dashboard/contract/jobs'
import { isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  listUndispatchedJobs,
  markDispatched,
  saveRun,
  showWaitingStep,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/jobs/github-runs'
import { coalesceRuns } from '../coalesce-runs.ts'
import { dispatchRun } from './api/github-api.ts'
import { GithubError } from './api/github-errors.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { stepsAfter, waitingForMachine } from './run-states.ts'

/** Runs asked for, when none appears. */
const maxDispatches = 2
/** After so many the list is read again: a new export need not wait for hundreds of reports. */
const batchSize = 10
/** Tries to reach a GitHub that certainly did not receive the job. */
const maxUnreachableTries = 3

export interface GithubDispatcher {
  /** Dispatches the queued jobs whose turn it is, one after the other; `assigned`: only those of this server. */
  dispatchReady(scope: 'assigned' | 'all'): Promise<void>
  /** Assigns a job to this server, which dispatches it at once. */
  assign(jobId: string): void
  /** Whether jobs assigned to this server wait for another try. */
  hasWaiting(): boolean
  /** No run of this job has appeared in time: dispatches it once more, or fails it. */
  redispatch(job: TrackedJob): Promise<boolean>
}

type Dispatched = Pick<JobRow, 'id' | 'type'>

/**
 * Dispatches jobs to GitHub. A job is marked before it is sent, so that of several servers one sends it; one
 * whose answer got lost keeps its mark, and is sent again only when no run of its name appears.
 */
export function createGithubDispatcher(
  dependencies: GithubDependencies,
  /** Called for a job that was dispatched and whose run is not known yet. */
  onUnnamed: () => void,
): GithubDispatcher {
  const { db, client, log, timings, stopping, expects } = dependencies
  const assigned = new Set<string>()
  /** How often this server has sent a job, and what the last try came to. */
  const tries = new Map<string, { count: number; reason?: string }>()
  let scopeOfNext: 'assigned' | 'all' = 'assigned'

  const send = async (job: Dispatched, previous: string | null): Promise<boolean> => {
    assigned.delete(job.id)
    if ((await markDispatched(db, job.id, previous)) === undefined) return false
    await sendMarked(job)
    return true
  }

  const sendMarked = async (job: Dispatched) => {
    const count = (tries.get(job.id)?.count ?? 0) + 1
    tries.set(job.id, { count })
    try {
      const run = await dispatchRun(client, job, expects)
      await showWaitingStep(db, job.id, waitingForMachine, stepsAfter(waitingForMachine))
      if (!run) return onUnnamed()
      await saveRun(db, job.id, run)
      tries.delete(job.id)
    } catch (error) {
      if (!(error instanceof GithubError)) throw error
      log.warn({ jobId: job.id, err: error }, 'GitHub did not take a job')
      await handleRefusal(job, error, count)
    }
  }

  const handleRefusal = async (job: Dispatched, error: GithubError, count: number) => {
    if (error.kind === 'unclear' || error.kind === 'unreadable') {
      tries.set(job.id, { count, reason: error.message })
      await showWaitingStep(db, job.id, 'Finding out whether GitHub has taken the job')
      return onUnnamed()
    }
    const isShortLimit =
      error.kind === 'rate-limit' && error.until - Date.now() <= timings.patienceMs
    const isBlip = error.kind === 'unreachable' && count < maxUnreachableTries
    if (!isShortLimit && !isBlip) return fail(job.id, error.message)
    if (isShortLimit) tries.delete(job.id)
    const step = isBlip ? 'Trying to reach GitHub' : waitingUntil(error.until)
    if (await undispatchJob(db, job.id, step)) assigned.add(job.id)
  }

  const fail = async (jobId: string, error: string) => {
    tries.delete(jobId)
    await failActiveJob(db, jobId, { error, kind: 'outside-system', log: `${error}\n` })
  }

  const sendReady = async (): Promise<number> => {
    const scope = scopeOfNext
    scopeOfNext = 'assigned'
    const assignedBefore = [...assigned]
    const ready = await listUndispatchedJobs(db)
    const ids = new Set(ready.map(({ id }) => id))
    for (const id of assignedBefore) if (!ids.has(id)) assigned.delete(id)
    const ours = ready.filter((job) => {
      const isLeftAlone =
        job.dependsOn !== null || ageMs(job.updatedAt) >= timings.otherServerHeadStartMs
      return assigned.has(job.id) || (scope === 'all' && isLeftAlone)
    })
    const pausedUntil = client.limits.pausedUntil()
    if (pausedUntil > 0) {
      const step = waitingUntil(pausedUntil)
      for (const job of ours) if (job.step !== step) await showWaitingStep(db, job.id, step)
      return 0
    }
    let sent = 0
    for (const job of ours.sort(reportsLast)) {
      if (stopping.aborted) return sent
      if (client.limits.pausedUntil() > 0) {
        // One more round, in which those that wait for the end of the limit say so.
        scopeOfNext = scope
        rounds.soon()
        return sent
      }
      if (sent === batchSize) {
        scopeOfNext = scope
        rounds.soon()
        return sent
      }
      if (await send(job, null)) sent += 1
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
    hasWaiting: () => assigned.size > 0 && client.limits.pausedUntil() === 0,
    async redispatch(job) {
      const { count = 1, reason } = tries.get(job.id) ?? {}
      if (count < maxDispatches) {
        tries.set(job.id, { count })
        return send(job, job.dispatchedAt)
      }
      const seconds = Math.round(timings.runAppearsWithinMs / 1_000)
      const nothing = `GitHub took the job, but no run of it has appeared within ${seconds} seconds. Look at githubstatus.com and retry the job.`
      await fail(job.id, reason ?? nothing)
      return true
    },
  }
}

function waitingUntil(until: number): string {
  return `Waiting until ${easternClock(until)}, when GitHub takes requests again`
}

function reportsLast(one: Dispatched, other: Dispatched): number {
  return Number(isReportJob(one)) - Number(isReportJob(other))
}
