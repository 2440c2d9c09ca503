import { isReportJob } from '@dashboard/contract/jobs'
import { isDatabaseUnavailable } from '@dashboard/store/database'
import {
  listUndispatchedJobs,
  markDispatched,
  saveRun,
  showWaitingStep,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/job-runs'
import { failActiveJob } from '@dashboard/store/jobs'
import type { JobRow } from '@dashboard/store/schema'
import { dispatchRun } from './github-api.ts'
import { ageMs, type GithubDesk } from './github-desk.ts'
import { GithubError } from './github-errors.ts'
import { waitingForMachine } from './github-run-states.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Runs asked for, when none appears. */
const maxDispatches = 2
/** After so many the list is read again: a new export need not wait for hundreds of reports. */
const batchSize = 10
/** Tries to reach a GitHub that certainly did not hear of the job. */
const maxKnocks = 3

export interface GithubDispatcher {
  /** Hands over the queued jobs whose turn it is, one after the other; `only` those told to this server. */
  tend(scope: 'told' | 'all'): Promise<void>
  /** This server was told of a job: its turn comes at once. */
  want(jobId: string): void
  /** Whether jobs that this server was told of wait for another try. */
  isWaiting(): boolean
  /** No run of this job has appeared in time: asks once more, or fails the job. */
  repeat(job: TrackedJob): Promise<boolean>
}

type Dispatched = Pick<JobRow, 'id' | 'type'>

/**
 * Hands jobs to GitHub. A job is marked before it is sent, so that of several servers one sends it; one
 * whose answer got lost keeps its mark, and is sent again only when no run of its name appears.
 */
export function createGithubDispatcher(
  desk: GithubDesk,
  /** Told of a job that is on its way without a known run. */
  onUnnamed: () => void,
): GithubDispatcher {
  const { db, client, log, timings, stopping } = desk
  const wanted = new Set<string>()
  /** How often this server has sent a job, and what the last try came to. */
  const tries = new Map<string, { count: number; reason?: string }>()
  let scopeOfNext: 'told' | 'all' = 'told'

  const send = async (job: Dispatched, previous: string | null): Promise<boolean> => {
    wanted.delete(job.id)
    if ((await markDispatched(db, job.id, previous)) === undefined) return false
    await sendMarked(job)
    return true
  }

  const sendMarked = async (job: Dispatched) => {
    const count = (tries.get(job.id)?.count ?? 0) + 1
    tries.set(job.id, { count })
    try {
      const run = await dispatchRun(client, job)
      await showWaitingStep(db, job.id, waitingForMachine)
      if (!run) return onUnnamed()
      await saveRun(db, job.id, run)
      tries.delete(job.id)
    } catch (error) {
      if (!(error instanceof GithubError)) throw error
      log.warn({ jobId: job.id, err: error }, 'GitHub did not take a job')
      await refuse(job, error, count)
    }
  }

  const refuse = async (job: Dispatched, error: GithubError, count: number) => {
    if (error.kind === 'unclear' || error.kind === 'unreadable') {
      tries.set(job.id, { count, reason: error.message })
      await showWaitingStep(db, job.id, 'Finding out whether GitHub has taken the job')
      return onUnnamed()
    }
    const isShortLimit =
      error.kind === 'rate-limit' && error.until - Date.now() <= timings.patienceMs
    const isBlip = error.kind === 'unreachable' && count < maxKnocks
    if (!isShortLimit && !isBlip) return fail(job.id, error.message)
    if (isShortLimit) tries.delete(job.id)
    const step = isBlip ? 'Trying to reach GitHub' : 'Waiting until GitHub takes requests again'
    if (await undispatchJob(db, job.id, step)) wanted.add(job.id)
  }

  const fail = async (jobId: string, error: string) => {
    tries.delete(jobId)
    await failActiveJob(db, jobId, { error, kind: 'outside-system', log: `${error}\n` })
  }

  const sendReady = async (): Promise<number> => {
    const scope = scopeOfNext
    scopeOfNext = 'told'
    const wantedBefore = [...wanted]
    const ready = await listUndispatchedJobs(db)
    const ids = new Set(ready.map(({ id }) => id))
    for (const id of wantedBefore) if (!ids.has(id)) wanted.delete(id)
    const ours = ready.filter((job) => {
      const isLeftAlone = job.dependsOn !== null || ageMs(job.updatedAt) >= timings.othersFirstMs
      return wanted.has(job.id) || (scope === 'all' && isLeftAlone)
    })
    let sent = 0
    for (const job of ours.sort(reportsLast)) {
      if (stopping.aborted || client.limits.pausedUntil() > 0) return sent
      if (sent === batchSize) {
        scopeOfNext = scope
        rounds.soon()
        return sent
      }
      if (await send(job, null)) sent += 1
    }
    return sent
  }

  const rounds = oneAtATime(sendReady, (error) => {
    if (!isDatabaseUnavailable(error)) log.warn({ err: error }, 'Could not hand jobs to GitHub')
  })

  return {
    async tend(scope) {
      if (scope === 'all') scopeOfNext = 'all'
      await rounds.now()
    },
    want(jobId) {
      wanted.add(jobId)
      rounds.soon()
    },
    isWaiting: () => wanted.size > 0 && client.limits.pausedUntil() === 0,
    async repeat(job) {
      const { count = 1, reason } = tries.get(job.id) ?? {}
      if (count < maxDispatches) {
        tries.set(job.id, { count })
        return send(job, job.dispatchedAt)
      }
      const seconds = Math.round(timings.appearMs / 1_000)
      const nothing = `GitHub took the job, but no run of it has appeared within ${seconds} seconds. Look at githubstatus.com and retry the job.`
      await fail(job.id, reason ?? nothing)
      return true
    },
  }
}

function reportsLast(one: Dispatched, other: Dispatched): number {
  return Number(isReportJob(one)) - Number(isReportJob(other))
}
