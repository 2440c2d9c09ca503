import {
  endStop,
  saveRun,
  showWaitingStep,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/jobs/github-runs'
import { githubOwner } from '@dashboard/store/jobs/github-started-jobs'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { cancelRun, listRunJobs } from './api/github-api.ts'
import type { WorkflowRun } from './api/github-schemas.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import { followRun } from './github-started-runs.ts'
import {
  describeCurrentStep,
  hasEnded,
  hasStopped,
  readActiveState,
  stepsAfter,
} from './run-states.ts'
import { runHasStopped } from './stop-run.ts'

/** The result of an update: whether the job was changed, and whether `settle-ended-run` has to handle the run's end. */
export interface RunUpdateResult {
  changed: boolean
  /** The run has ended, and its runner, if it had one, did not say how the job ended. */
  isOverWithoutEnd: boolean
}

/** Whether a runner works on the job and has renewed its lease in time. */
export function hasLiveLease(job: TrackedJob): boolean {
  return job.status === 'running' && expiredMs(job) < 0
}

/** For how long the lease had expired when the row was read; this machine's clock has no part in it. */
function expiredMs({ leaseExpiresAt, readAt }: TrackedJob): number {
  if (leaseExpiresAt === null) return Number.POSITIVE_INFINITY
  return Date.parse(readAt) - Date.parse(leaseExpiresAt)
}

export function isStartedOnGithub(job: TrackedJob): boolean {
  return job.leaseOwner === githubOwner
}

/**
 * Applies what is known of a run to its job. `askForSteps` allows one more request, for what a run in progress
 * does before its runner reports.
 */
export async function applyRunUpdate(
  dependencies: GithubDependencies,
  job: TrackedJob,
  run: WorkflowRun,
  askForSteps: boolean,
): Promise<RunUpdateResult> {
  const { db } = dependencies
  if (isStartedOnGithub(job)) return settled(await followRun(dependencies, job, run, askForSteps))
  const isNew = job.githubRunId === null && (await saveRun(db, job.id, run))
  if (job.stopRequestedAt !== null) {
    const isOver = hasStopped(run, job.stopRequestedAt)
    return settled((isOver && (await endStop(db, job.id, runHasStopped))) || isNew)
  }
  if (hasLiveLease(job) || job.status === 'completed' || job.status === 'failed')
    return settled(isNew)
  if (hasEnded(run)) return { changed: isNew, isOverWithoutEnd: true }
  if (job.status === 'queued') {
    const step = await findStep(dependencies, run, askForSteps)
    return settled(
      (step !== undefined && (await showWaitingStep(db, job.id, step, stepsAfter(step)))) || isNew,
    )
  }
  return settled((await replaceSilentRunner(dependencies, job, run)) || isNew)
}

function settled(changed: boolean): RunUpdateResult {
  return { changed, isOverWithoutEnd: false }
}

async function findStep(
  { client }: GithubDependencies,
  run: WorkflowRun,
  askForSteps: boolean,
): Promise<string | undefined> {
  const { state, step } = readActiveState(run)
  if (state === 'queued') return step
  return askForSteps ? describeCurrentStep(await listRunJobs(client, run.id)) : undefined
}

/** A runner that renews no lease while its run goes on has lost its database or hangs: the job is queued again. */
async function replaceSilentRunner(
  { db, client, log, timings, dispatchSoon }: GithubDependencies,
  job: TrackedJob,
  run: WorkflowRun,
): Promise<boolean> {
  if (expiredMs(job) < timings.silentRunnerMs) return false
  const change = await retryLostJob(db, job)
  if (change === undefined) return false
  if (await undispatchJob(db, job.id, null)) dispatchSoon(job.id)
  await cancelRun(client, run.id).catch((error: unknown) =>
    log.warn(
      { jobId: job.id, err: error },
      'The run of a job whose lease has expired could not be cancelled',
    ),
  )
  return true
}
