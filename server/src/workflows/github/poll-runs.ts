import { setTimeout as sleep } from 'node:timers/promises'
import { endStop, listTrackedJobs, type TrackedJob } from '@dashboard/store/jobs/github-runs'
import { findLostJobs } from '@dashboard/store/jobs/list-jobs'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import type { WorkflowRun } from './api/github-schemas.ts'
import { applyRunUpdate, hasLiveLease, isStartedOnGithub } from './apply-run-update.ts'
import { collectRuns, type RunsByJob } from './find-runs.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { createJobsOfRuns } from './github-started-runs.ts'
import { settleEndedRun } from './settle-ended-run.ts'

/** How many runs in progress are asked for their steps in one poll. */
const maxSteps = 5

interface RunPollOptions {
  dependencies: GithubDependencies
  /** No run of this job has appeared in time. */
  onMissing(job: TrackedJob): Promise<boolean>
  /** Since when runs that were started on GitHub become jobs; `undefined` while they do not. */
  readAutoSyncSince(): Promise<string | undefined>
}

export interface RunPoll {
  /** Compares the jobs with their runs on GitHub; answers how many jobs it changed. */
  pollRuns(): Promise<number>
  /** Requests that the last poll took. */
  requests(): number
}

export function createRunPoll(options: RunPollOptions): RunPoll {
  const { dependencies, onMissing, readAutoSyncSince } = options
  const { db, client, timings } = dependencies
  const askedAt = new Map<string, number>()
  let requests = 0

  /** Handles a job whose run was not found; answers `gone` for a run that GitHub no longer has. */
  const handleMissingRun = async (job: TrackedJob): Promise<boolean | 'gone'> => {
    if (ageMs(job.dispatchedAt) < timings.runAppearsWithinMs) return false
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
        // A run whose id is known but that no list shows is requested singly in one of the next polls.
        if (run === undefined && job.githubRunId !== null) continue
        const result = await handleMissingRun(job)
        if (result === 'gone') ended.push([job.id, 'gone'])
        else if (result) changes += 1
        continue
      }
      const readsSteps = stepsLeft > 0 && run.status === 'in_progress'
      if (readsSteps) stepsLeft -= 1
      const { changed, isOverWithoutEnd } = await applyRunUpdate(dependencies, job, run, readsSteps)
      if (isOverWithoutEnd) ended.push([job.id, run])
      else if (changed) changes += 1
    }
    return changes + (await settleEndedRuns(dependencies, ended))
  }

  return {
    requests: () => requests,
    async pollRuns() {
      let changes = await retryUnsentJobs(dependencies)
      const since = await readAutoSyncSince()
      const jobs = (await listTrackedJobs(db)).filter(needsRunUpdate)
      requests = 0
      if (jobs.length === 0 && since === undefined) return changes
      const found = await collectRuns(client, jobs, askedAt)
      requests = found.requests
      changes += await compare(jobs, found)
      if (since !== undefined) changes += await createJobsOfRuns(dependencies, found.listed, since)
      return changes
    },
  }
}

async function settleEndedRuns(
  dependencies: GithubDependencies,
  ended: readonly [string, WorkflowRun | 'gone'][],
): Promise<number> {
  if (ended.length === 0) return 0
  await sleep(dependencies.timings.settleDelayMs, undefined, { signal: dependencies.stopping })
  let changes = 0
  for (const [jobId, run] of ended) if (await settleEndedRun(dependencies, jobId, run)) changes += 1
  return changes
}

/** A job that its runner holds needs no update, except for its run's address if that is not known. */
function needsRunUpdate(job: TrackedJob): boolean {
  return isStartedOnGithub(job) || job.githubRunId === null || !hasLiveLease(job)
}

/** Jobs without a run on GitHub whose lease has expired: those of runners beside a server. */
async function retryUnsentJobs({ db }: GithubDependencies): Promise<number> {
  let changes = 0
  for (const job of await findLostJobs(db)) {
    if (job.dispatchedAt !== null) continue
    if ((await retryLostJob(db, job)) !== undefined) changes += 1
  }
  return changes
}
