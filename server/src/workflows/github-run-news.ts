import { foreignOwner } from '@dashboard/store/foreign-jobs'
import {
  endStop,
  saveRun,
  showWaitingStep,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/job-runs'
import { retryLostJob } from '@dashboard/store/jobs'
import { cancelRun, listRunJobs } from './github-api.ts'
import { ageMs, type GithubDesk } from './github-desk.ts'
import { followRun } from './github-foreign-runs.ts'
import { describeCurrentStep, hasEnded, hasStopped, readActiveState } from './github-run-states.ts'
import type { WorkflowRun } from './github-schemas.ts'
import { runHasStopped } from './github-stopper.ts'

/** What news of a run came to: whether its job was changed, and whether its end is to be judged. */
export interface NewsOutcome {
  changed: boolean
  /** The run has ended, and its runner, if it had one, did not say how the job ended. */
  isOverWithoutEnd: boolean
}

/** Whether a runner works on the job and has been heard of lately. */
export function isHeld(job: TrackedJob): boolean {
  return job.status === 'running' && ageMs(job.leaseExpiresAt) < 0
}

export function isForeign(job: TrackedJob): boolean {
  return job.leaseOwner === foreignOwner
}

/**
 * Lets a job hear how its run stands. `askForSteps` allows one more request, for what a run in progress
 * does before its runner speaks.
 */
export async function hearOfRun(
  desk: GithubDesk,
  job: TrackedJob,
  run: WorkflowRun,
  askForSteps: boolean,
): Promise<NewsOutcome> {
  const { db } = desk
  if (isForeign(job)) return settled(await followRun(desk, job, run, askForSteps))
  const isNew = job.githubRunId === null && (await saveRun(db, job.id, run))
  if (job.stopRequestedAt !== null) {
    const isOver = hasStopped(run, job.stopRequestedAt)
    return settled((isOver && (await endStop(db, job.id, runHasStopped))) || isNew)
  }
  if (isHeld(job) || job.status === 'completed' || job.status === 'failed') return settled(isNew)
  if (hasEnded(run)) return { changed: isNew, isOverWithoutEnd: true }
  if (job.status === 'queued') {
    const step = await findStep(desk, run, askForSteps)
    return settled((step !== undefined && (await showWaitingStep(db, job.id, step))) || isNew)
  }
  return settled((await replaceSilentRunner(desk, job, run)) || isNew)
}

function settled(changed: boolean): NewsOutcome {
  return { changed, isOverWithoutEnd: false }
}

async function findStep(
  { client }: GithubDesk,
  run: WorkflowRun,
  askForSteps: boolean,
): Promise<string | undefined> {
  const { state, step } = readActiveState(run)
  if (state === 'queued') return step
  return askForSteps ? describeCurrentStep(await listRunJobs(client, run.id)) : undefined
}

/** A runner that is silent while its run goes on has lost its database or hangs: another one takes over. */
async function replaceSilentRunner(
  { db, client, log, timings, handOver }: GithubDesk,
  job: TrackedJob,
  run: WorkflowRun,
): Promise<boolean> {
  if (ageMs(job.leaseExpiresAt) < timings.silenceMs) return false
  const change = await retryLostJob(db, job)
  if (change === undefined) return false
  if (change === 'queued' && (await undispatchJob(db, job.id, null))) handOver(job.id)
  await cancelRun(client, run.id).catch((error: unknown) =>
    log.warn({ jobId: job.id, err: error }, 'A silent run could not be cancelled'),
  )
  return true
}
