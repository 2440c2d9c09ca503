import {
  addToLog,
  endStop,
  findTrackedJob,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/job-runs'
import { failActiveJob, maxAttempts, retryLostJob } from '@dashboard/store/jobs'
import { listRunJobs } from './github-api.ts'
import type { GithubDesk } from './github-desk.ts'
import { readRunLog } from './github-log.ts'
import { isHeld } from './github-run-news.ts'
import { findFailedStep, readEndState, runIsGone } from './github-run-states.ts'
import type { WorkflowRun } from './github-schemas.ts'

const logTailBytes = 64_000

/**
 * Judges the job of a run that has ended, or is gone, although the job has not. Its row is read again
 * first, since the runner's last write may have come after the news. Whether that changed it.
 */
export async function judgeEndedRun(
  desk: GithubDesk,
  jobId: string,
  run: WorkflowRun | 'gone',
): Promise<boolean> {
  const { db } = desk
  const job = await findTrackedJob(db, jobId)
  if (!job) return false
  if (job.stopRequestedAt !== null) return endStop(db, jobId, runIsGone.error)
  if (job.status === 'completed' || job.status === 'failed' || isHeld(job)) return false
  // Meanwhile it may have been handed over anew.
  if (run !== 'gone' && job.githubRunId !== run.id) return false

  const end = run === 'gone' ? runIsGone : readEndState(run)
  const wasBegun = job.startedAt !== null
  if (end.mayRetry && wasBegun) return retryJob(desk, job)
  const error = run === 'gone' || wasBegun ? end.error : await explainBarrenRun(desk, jobId, run)
  return failActiveJob(db, jobId, { error, kind: end.kind, log: `${error}\n` })
}

/** The machine died under a runner: another run takes the job up, three tries in all. */
async function retryJob({ db, handOver }: GithubDesk, job: TrackedJob): Promise<boolean> {
  if (job.status === 'running') {
    const change = await retryLostJob(db, job)
    if (change !== 'queued') return change !== undefined
  } else if (job.attempts >= maxAttempts) {
    const error = `GitHub interrupted the job ${maxAttempts} times. Retry it later.`
    return failActiveJob(db, job.id, { error, kind: 'outside-system', log: `${error}\n` })
  }
  const isFree = await undispatchJob(db, job.id, null)
  if (isFree) handOver(job.id)
  return isFree
}

/** Why a run ended before any runner began its job: the step at which it failed, and the end of its log. */
async function explainBarrenRun(
  desk: GithubDesk,
  jobId: string,
  run: WorkflowRun,
): Promise<string> {
  const { error } = readEndState(run)
  if (run.conclusion !== 'failure') return error
  try {
    const jobs = await listRunJobs(desk.client, run.id)
    const text = await readRunLog(desk.client, run.id, { jobs, maxBytes: logTailBytes })
    await addToLog(desk.db, jobId, `${text}\n`)
    const step = findFailedStep(jobs)
    if (step === undefined) return error
    return `The run failed on GitHub at the step "${step}", before the job began. The end of its log says why.`
  } catch (failure) {
    desk.log.warn({ jobId, err: failure }, 'The log of a failed run could not be read')
    return 'The run failed on GitHub before the job began. Open the workflow details to read why.'
  }
}
