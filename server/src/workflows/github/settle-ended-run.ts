import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  addToLog,
  endStop,
  findTrackedJob,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/jobs/github-runs'
import { maxAttempts, retryLostJob } from '@dashboard/store/jobs/retry-job'
import { listRunJobs } from './api/github-api.ts'
import type { WorkflowRun } from './api/github-schemas.ts'
import { findReportedError, readRunLog } from './api/run-log.ts'
import { hasLiveLease } from './apply-run-update.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import { findFailedStep, readEndState, runIsGone, runStep } from './run-states.ts'

const logTailBytes = 64_000

/**
 * Ends or queues again the job of a run that has ended, or is gone, although the job has not. Its row is read again
 * first, since the runner's last write may have come after the update. Whether that changed it.
 */
export async function settleEndedRun(
  dependencies: GithubDependencies,
  jobId: string,
  run: WorkflowRun | 'gone',
): Promise<boolean> {
  const { db } = dependencies
  const job = await findTrackedJob(db, jobId)
  if (!job) return false
  if (job.stopRequestedAt !== null) return endStop(db, jobId, runIsGone.error)
  if (job.status === 'completed' || job.status === 'failed' || hasLiveLease(job)) return false
  // Meanwhile it may have been handed over anew.
  if (run !== 'gone' && job.githubRunId !== run.id) return false

  const end = run === 'gone' ? runIsGone : readEndState(run)
  const wasBegun = job.startedAt !== null
  if (end.mayRetry && wasBegun) return retryJob(dependencies, job)
  const error =
    run === 'gone' || wasBegun ? end.error : await describeFailedRun(dependencies, jobId, run)
  return failActiveJob(db, jobId, { error, kind: end.kind, log: `${error}\n` })
}

/** The run ended before its runner finished the job: the job is queued again, three tries in all. */
async function retryJob(
  { db, dispatchSoon }: GithubDependencies,
  job: TrackedJob,
): Promise<boolean> {
  if (job.status === 'running') {
    const change = await retryLostJob(db, job)
    if (change !== 'queued') return change !== undefined
  } else if (job.attempts >= maxAttempts) {
    const error = `GitHub interrupted the job ${maxAttempts} times. Retry it later.`
    return failActiveJob(db, job.id, { error, kind: 'interrupted', log: `${error}\n` })
  }
  const isFree = await undispatchJob(db, job.id, null)
  if (isFree) dispatchSoon(job.id)
  return isFree
}

/** Why a run ended before any runner began its job: what its runner said, else the step at which it failed. */
async function describeFailedRun(
  dependencies: GithubDependencies,
  jobId: string,
  run: WorkflowRun,
): Promise<string> {
  const { error } = readEndState(run)
  if (run.conclusion !== 'failure') return error
  try {
    const jobs = await listRunJobs(dependencies.client, run.id)
    const text = await readRunLog(dependencies.client, run.id, { jobs, maxBytes: logTailBytes })
    await addToLog(dependencies.db, jobId, `${text}\n`)
    const step = findFailedStep(jobs)
    const reason = step === runStep ? findReportedError(text) : undefined
    if (reason !== undefined) return reason
    if (step === undefined) return error
    return `The run failed on GitHub at the step "${step}", before the job began. The end of its log says why.`
  } catch (failure) {
    dependencies.log.warn({ jobId, err: failure }, 'The log of a failed run could not be read')
    return 'The run failed on GitHub before the job began. Open the workflow details to read why.'
  }
}
