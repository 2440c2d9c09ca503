import { setTimeout as sleep } from 'node:timers/promises'
import { findLostJobs } from '@dashboard/store/job-queue'
import { endStop, listTrackedJobs, type TrackedJob } from '@dashboard/store/job-runs'
import { retryLostJob } from '@dashboard/store/jobs'
import { ageMs, type GithubDesk } from './github-desk.ts'
import { adoptForeignRuns } from './github-foreign-runs.ts'
import { judgeEndedRun } from './github-run-end.ts'
import { collectRuns, type RunsByJob } from './github-run-list.ts'
import { hearOfRun, isForeign, isHeld } from './github-run-news.ts'
import type { WorkflowRun } from './github-schemas.ts'

/** How many runs in progress are asked for their steps in one look. */
const maxSteps = 5

interface LookOptions {
  desk: GithubDesk
  /** No run of this job has appeared in time. */
  onMissing(job: TrackedJob): Promise<boolean>
  /** Since when runs that were started on GitHub become jobs; `undefined` while they do not. */
  readAutoSyncSince(): Promise<string | undefined>
}

export interface GithubLook {
  /** Compares the jobs with their runs; answers how many jobs it changed. */
  look(): Promise<number>
  /** Requests that the last look took. */
  requests(): number
}

export function createGithubLook(options: LookOptions): GithubLook {
  const { desk, onMissing, readAutoSyncSince } = options
  const { db, client, timings } = desk
  const askedAt = new Map<string, number>()
  let requests = 0

  /** What to make of a job whose run is not to be found, or gone. */
  const hearOfNone = async (job: TrackedJob): Promise<boolean | 'gone'> => {
    if (ageMs(job.dispatchedAt) < timings.appearMs) return false
    if (job.githubRunId !== null) return 'gone'
    if (job.stopRequestedAt !== null) return endStop(db, job.id, 'No run of this job has started.')
    return job.status === 'queued' ? onMissing(job) : false
  }

  const compare = async (jobs: readonly TrackedJob[], { runs }: RunsByJob): Promise<number> => {
    let changes = 0
    let stepsLeft = maxSteps
    const ended: [string, WorkflowRun | 'gone'][] = []
    for (const job of jobs) {
      const run = runs.get(job.id)
      if (run === undefined || run === 'gone') {
        // A run whose id is known and that one list did not show is asked for in its turn.
        if (run === undefined && job.githubRunId !== null) continue
        const heard = await hearOfNone(job)
        if (heard === 'gone') ended.push([job.id, 'gone'])
        else if (heard) changes += 1
        continue
      }
      const asks = stepsLeft > 0 && run.status === 'in_progress'
      if (asks) stepsLeft -= 1
      const { changed, isOverWithoutEnd } = await hearOfRun(desk, job, run, asks)
      if (isOverWithoutEnd) ended.push([job.id, run])
      else if (changed) changes += 1
    }
    return changes + (await judgeAll(ended))
  }

  const judgeAll = async (ended: readonly [string, WorkflowRun | 'gone'][]): Promise<number> => {
    if (ended.length === 0) return 0
    await sleep(timings.graceMs, undefined, { signal: desk.stopping })
    let changes = 0
    for (const [jobId, run] of ended) if (await judgeEndedRun(desk, jobId, run)) changes += 1
    return changes
  }

  return {
    requests: () => requests,
    async look() {
      let changes = await retryUnsentJobs(desk)
      const since = await readAutoSyncSince()
      const jobs = (await listTrackedJobs(db)).filter(needsNews)
      requests = 0
      if (jobs.length === 0 && since === undefined) return changes
      const found = await collectRuns(client, jobs, askedAt)
      requests = found.requests
      changes += await compare(jobs, found)
      if (since !== undefined) changes += await adoptForeignRuns(desk, found.listed, since)
      return changes
    },
  }
}

/** A job that its runner holds needs none; only its run's address is wanted, if that is not known. */
function needsNews(job: TrackedJob): boolean {
  return isForeign(job) || job.githubRunId === null || !isHeld(job)
}

/** Jobs that a runner of some server's own lost, without any run on GitHub. */
async function retryUnsentJobs({ db }: GithubDesk): Promise<number> {
  let changes = 0
  for (const job of await findLostJobs(db)) {
    if (job.dispatchedAt !== null) continue
    if ((await retryLostJob(db, job)) !== undefined) changes += 1
  }
  return changes
}
