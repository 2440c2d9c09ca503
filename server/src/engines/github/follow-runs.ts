import type { JobType } from '@dashboard/contract/jobs'
import { isSecondActive } from '@dashboard/store/database/database-errors'
import { appendToLog } from '@dashboard/store/jobs/change-jobs'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob, failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  endStop,
  findKnownRuns,
  findTrackedJob,
  saveRun,
  showWaitingStep,
  type TrackedJob,
  undispatchJob,
} from '@dashboard/store/jobs/github-runs'
import {
  githubOwner,
  insertStartedRun,
  readKnownStartedRuns,
} from '@dashboard/store/jobs/github-started-jobs'
import { reportProgress } from '@dashboard/store/jobs/report-progress'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { cancelRun, workflowFiles } from './api/github-api.ts'
import type { Run } from './api/github-schemas.ts'
import { findReportedError, readRunLog } from './api/run-log.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import { decide, hasEnded, type RunAction, readActiveState, readJobId } from './run-states.ts'

const settingsOfRun =
  'The run failed on GitHub before the job began. An administrator finds what to do by Check GitHub, under Monitoring Controls.'
const typesByFile = new Map(
  Object.entries(workflowFiles).map(([type, file]) => [file, type as JobType]),
)

/**
 * Applies the state of a run to its job; returns whether that changed the job. `to-finish`: the run has ended, but
 * its runner has not written yet how the job ended, and may do so within a moment; the caller calls
 * `finishJobOfRun` after that.
 */
export async function applyRun(
  dependencies: GithubDependencies,
  job: TrackedJob,
  run: Run,
): Promise<boolean | 'to-finish'> {
  const { db, timings } = dependencies
  const isNew = job.githubRunId === null && (await saveRun(db, job.id, run))
  const ofRun = { ...job, githubRunId: job.githubRunId ?? run.id }
  const action = decide(ofRun, run, timings)
  if (hasEnded(run) && (action.do === 'retry' || action.do === 'fail')) return 'to-finish'
  return (await perform(dependencies, action, ofRun)) || isNew
}

/**
 * Ends the job of a run that has ended or is gone, or queues it again, if the job is still active; returns whether it
 * did.
 */
export async function finishJobOfRun(
  dependencies: GithubDependencies,
  jobId: string,
  run: Run | 'gone',
): Promise<boolean> {
  const { db, timings } = dependencies
  const job = await findTrackedJob(db, jobId)
  return job ? perform(dependencies, decide(job, run, timings), job) : false
}

/**
 * Creates jobs for runs of this product that were started on GitHub: for those that are active, and those created
 * `since` auto-sync was switched on. Returns how many. A second export or import waits until the first has ended.
 */
export async function makeJobsOf(
  dependencies: GithubDependencies,
  listed: readonly Run[],
  since: string,
): Promise<number> {
  const candidates = listed.filter(
    (run) =>
      typesByFile.has(run.workflow) &&
      // A run with such a name belongs to a job of this dashboard, even when that job has been removed.
      readJobId(run.title) === undefined &&
      (!hasEnded(run) || run.createdAt >= since),
  )
  if (candidates.length === 0) return 0
  const { db } = dependencies
  const seen = await readKnownStartedRuns(db)
  const known = await findKnownRuns(
    db,
    candidates.map(({ id }) => id),
  )
  let made = 0
  for (const run of candidates.toReversed()) {
    if (!seen.has(run.id) && !known.has(run.id) && (await makeJobOf(dependencies, run))) made += 1
  }
  return made
}

async function makeJobOf(dependencies: GithubDependencies, run: Run): Promise<boolean> {
  const { db } = dependencies
  const type = typesByFile.get(run.workflow)
  if (type === undefined) return false
  const isWaiting = !hasEnded(run) && readActiveState(run).state === 'queued'
  const started = {
    type,
    runId: run.id,
    runUrl: run.url,
    startedBy: run.startedBy,
    createdAt: run.createdAt,
    startedAt: isWaiting ? null : run.startedAt,
  }
  const jobId = await insertStartedRun(db, started).catch((error: unknown) => {
    if (isSecondActive(error)) return undefined
    throw error
  })
  const job = jobId === undefined ? undefined : await findTrackedJob(db, jobId)
  if (!job) return false
  await applyRun(dependencies, job, run)
  return true
}

/** Carries out the action for a job whose `githubRunId` is known; returns whether that changed the job. */
async function perform(
  dependencies: GithubDependencies,
  action: RunAction,
  job: TrackedJob,
): Promise<boolean> {
  const { db } = dependencies
  const runId = job.githubRunId ?? ''
  switch (action.do) {
    case 'nothing':
      return false
    case 'end-stop':
      return endStop(db, job.id, action.line)
    case 'show-step':
      return showWaitingStep(db, job.id, action.step)
    case 'begin': {
      if (job.status !== 'queued') return false
      await showWaitingStep(db, job.id, action.step)
      return (await claimJob(db, job.id, githubOwner)) !== undefined
    }
    case 'end-with-run': {
      const { state, error, kind } = action.end
      const log = await readLogOrReason(dependencies, runId)
      if (job.status === 'queued') await claimJob(db, job.id, githubOwner)
      await reportProgress(db, job.id, githubOwner, { step: '', log: `${log}\n` })
      const { endedAt } = action
      return state === 'completed'
        ? completeJob(db, job.id, githubOwner, null, endedAt)
        : failActiveJob(db, job.id, { error, kind, endedAt })
    }
    case 'retry':
      return retry(dependencies, job, action.cancelsRun)
    case 'fail': {
      const why = action.readsLog
        ? await readReason(dependencies, job, action.error)
        : { error: action.error }
      return failActiveJob(db, job.id, { ...why, kind: action.kind, log: `${why.error}\n` })
    }
  }
}

async function retry(
  { db, client, log, dispatchSoon }: GithubDependencies,
  job: TrackedJob,
  cancelsRun: boolean,
): Promise<boolean> {
  if (job.status === 'running' && (await retryLostJob(db, job)) === undefined) return false
  const isFree = await undispatchJob(db, job.id, null)
  if (isFree) dispatchSoon(job.id)
  if (cancelsRun) {
    await cancelRun(client, job.githubRunId ?? '').catch((error: unknown) =>
      log.warn(
        { jobId: job.id, err: error },
        'The run of a job whose lease has expired could not be cancelled',
      ),
    )
  }
  return isFree || job.status === 'running'
}

async function readLogOrReason(
  { client, log }: GithubDependencies,
  runId: string,
): Promise<string> {
  try {
    return await readRunLog(client, runId)
  } catch (error) {
    log.warn({ runId, err: error }, 'The log of a run could not be read')
    return 'The log of this run could not be read from GitHub.'
  }
}

/**
 * Copies the end of the log of a run that failed before any runner began its job. Returns why it failed, with the error
 * that it reported for whoever runs the server, since that may name a setting.
 */
async function readReason(
  { db, client, log }: GithubDependencies,
  { id: jobId, githubRunId }: TrackedJob,
  otherwise: string,
): Promise<{ error: string; details?: string }> {
  const runId = githubRunId ?? ''
  try {
    const text = await readRunLog(client, runId)
    await appendToLog(db, jobId, `${text}\n`)
    const details = findReportedError(text)
    return details === undefined ? { error: otherwise } : { error: settingsOfRun, details }
  } catch (error) {
    log.warn({ jobId, err: error }, 'The log of a failed run could not be read')
    return {
      error:
        'The run failed on GitHub before the job began. Open the workflow details to read why.',
    }
  }
}
