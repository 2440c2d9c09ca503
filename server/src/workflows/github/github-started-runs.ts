import type { JobType } from '@dashboard/contract/jobs'
import { isUniqueViolation } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob, failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  findKnownRuns,
  findTrackedJob,
  showWaitingStep,
  type TrackedJob,
} from '@dashboard/store/jobs/github-runs'
import {
  correctEndTime,
  githubOwner,
  insertStartedRun,
  readKnownStartedRuns,
} from '@dashboard/store/jobs/github-started-jobs'
import { reportProgress } from '@dashboard/store/jobs/report-progress'
import { listRunJobs, workflowFiles } from './api/github-api.ts'
import type { WorkflowRun } from './api/github-schemas.ts'
import { readRunLog } from './api/run-log.ts'
import { readJobId } from './find-runs.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import {
  describeCurrentStep,
  hasEnded,
  readActiveState,
  readEndState,
  stepsAfter,
} from './run-states.ts'

const typesByFile = new Map(
  Object.entries(workflowFiles).map(([type, file]) => [file, type as JobType]),
)

/**
 * Makes jobs of runs of this product's workflows that were started on GitHub: those that go on, and those
 * created `since` auto-sync was switched on. Answers how many. A second export or import waits until the
 * first has ended.
 */
export async function createJobsOfRuns(
  dependencies: GithubDependencies,
  listed: readonly WorkflowRun[],
  since: string,
): Promise<number> {
  const candidates = listed.filter(
    (run) =>
      typesByFile.has(run.workflow) &&
      // Such a name belongs to a job of this dashboard, even when that job has been removed.
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
  let created = 0
  for (const run of candidates.toReversed()) {
    if (!seen.has(run.id) && !known.has(run.id) && (await createJobOfRun(dependencies, run)))
      created += 1
  }
  return created
}

async function createJobOfRun(
  dependencies: GithubDependencies,
  run: WorkflowRun,
): Promise<boolean> {
  const { db } = dependencies
  const type = typesByFile.get(run.workflow)
  if (type === undefined) return false
  const { id: runId, url: runUrl, startedBy, createdAt } = run
  const isWaiting = !hasEnded(run) && readActiveState(run).state === 'queued'
  const startedAt = isWaiting ? null : run.startedAt
  const foreign = { runId, runUrl, type, startedBy, createdAt, startedAt }
  const jobId = await insertStartedRun(db, foreign).catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined
    throw error
  })
  const job = jobId === undefined ? undefined : await findTrackedJob(db, jobId)
  if (!job) return false
  await followRun(dependencies, job, run, false)
  return true
}

/** Applies the state of a run to the job that was made of it; whether that changed anything. */
export async function followRun(
  dependencies: GithubDependencies,
  job: TrackedJob,
  run: WorkflowRun,
  askForSteps: boolean,
): Promise<boolean> {
  const { db, client } = dependencies
  if (hasEnded(run)) return endStartedRunJob(dependencies, job, run)
  const { state, step } = readActiveState(run)
  if (state === 'queued') return showWaitingStep(db, job.id, step, stepsAfter(step))
  const isBegun = job.status === 'queued' && (await claimJob(db, job.id, githubOwner)) !== undefined
  if (!askForSteps) return isBegun
  const current = describeCurrentStep(await listRunJobs(client, run.id))
  if (current === job.step || stepsAfter(current).includes(job.step ?? '')) return isBegun
  return (await reportProgress(db, job.id, githubOwner, { step: current })) || isBegun
}

async function endStartedRunJob(
  dependencies: GithubDependencies,
  job: TrackedJob,
  run: WorkflowRun,
): Promise<boolean> {
  const { db } = dependencies
  const { state, error, kind } = readEndState(run)
  const log = await readLogOrReason(dependencies, run)
  if (job.status === 'queued') await claimJob(db, job.id, githubOwner)
  await reportProgress(db, job.id, githubOwner, { step: '', log: `${log}\n` })
  const ended =
    state === 'completed'
      ? await completeJob(db, job.id, githubOwner, null)
      : await failActiveJob(db, job.id, { error, kind })
  if (ended) await correctEndTime(db, job.id, run.updatedAt)
  return ended
}

async function readLogOrReason(
  { client, log }: GithubDependencies,
  run: WorkflowRun,
): Promise<string> {
  try {
    return await readRunLog(client, run.id)
  } catch (error) {
    log.warn({ runId: run.id, err: error }, 'The log of a run could not be read')
    return 'The log of this run could not be read from GitHub.'
  }
}
