import type { JobType } from '@dashboard/contract/jobs'
import { isUniqueViolation } from '@dashboard/store/database'
import {
  correctEnd,
  foreignOwner,
  insertForeignJob,
  readSeenRuns,
} from '@dashboard/store/foreign-jobs'
import { reportProgress } from '@dashboard/store/job-holding'
import {
  findKnownRuns,
  findTrackedJob,
  showWaitingStep,
  type TrackedJob,
} from '@dashboard/store/job-runs'
import { claimJob, completeJob, failActiveJob } from '@dashboard/store/jobs'
import { listRunJobs, workflowFiles } from './github-api.ts'
import type { GithubDesk } from './github-desk.ts'
import { readRunLog } from './github-log.ts'
import { readJobId } from './github-run-list.ts'
import {
  describeCurrentStep,
  hasEnded,
  readActiveState,
  readEndState,
} from './github-run-states.ts'
import type { WorkflowRun } from './github-schemas.ts'

const typesByFile = new Map(
  Object.entries(workflowFiles).map(([type, file]) => [file, type as JobType]),
)

/**
 * Makes jobs of runs of this product's workflows that were started on GitHub: those that go on, and those
 * created `since` auto-sync was switched on. Answers how many. A second export or import waits until the
 * first has ended.
 */
export async function adoptForeignRuns(
  desk: GithubDesk,
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
  const { db } = desk
  const seen = await readSeenRuns(db)
  const known = await findKnownRuns(
    db,
    candidates.map(({ id }) => id),
  )
  let adopted = 0
  for (const run of candidates.toReversed()) {
    if (!seen.has(run.id) && !known.has(run.id) && (await adoptRun(desk, run))) adopted += 1
  }
  return adopted
}

async function adoptRun(desk: GithubDesk, run: WorkflowRun): Promise<boolean> {
  const { db } = desk
  const type = typesByFile.get(run.workflow)
  if (type === undefined) return false
  const { id: runId, url: runUrl, startedBy, createdAt } = run
  const isWaiting = !hasEnded(run) && readActiveState(run).state === 'queued'
  const startedAt = isWaiting ? null : run.startedAt
  const foreign = { runId, runUrl, type, startedBy, createdAt, startedAt }
  const jobId = await insertForeignJob(db, foreign).catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined
    throw error
  })
  const job = jobId === undefined ? undefined : await findTrackedJob(db, jobId)
  if (!job) return false
  await followRun(desk, job, run, false)
  return true
}

/** Moves a job that was made of a run as its run has moved; whether that changed anything. */
export async function followRun(
  desk: GithubDesk,
  job: TrackedJob,
  run: WorkflowRun,
  askForSteps: boolean,
): Promise<boolean> {
  const { db, client } = desk
  if (hasEnded(run)) return endForeignJob(desk, job, run)
  const { state, step } = readActiveState(run)
  if (state === 'queued') return showWaitingStep(db, job.id, step)
  const isBegun =
    job.status === 'queued' && (await claimJob(db, job.id, foreignOwner)) !== undefined
  if (!askForSteps) return isBegun
  const current = describeCurrentStep(await listRunJobs(client, run.id))
  if (current === job.step) return isBegun
  return (await reportProgress(db, job.id, foreignOwner, { step: current })) || isBegun
}

async function endForeignJob(
  desk: GithubDesk,
  job: TrackedJob,
  run: WorkflowRun,
): Promise<boolean> {
  const { db } = desk
  const { state, error, kind } = readEndState(run)
  const log = await readLogOrReason(desk, run)
  if (job.status === 'queued') await claimJob(db, job.id, foreignOwner)
  await reportProgress(db, job.id, foreignOwner, { step: '', log: `${log}\n` })
  const ended =
    state === 'completed'
      ? await completeJob(db, job.id, foreignOwner, null)
      : await failActiveJob(db, job.id, { error, kind })
  if (ended) await correctEnd(db, job.id, run.updatedAt)
  return ended
}

async function readLogOrReason({ client, log }: GithubDesk, run: WorkflowRun): Promise<string> {
  try {
    return await readRunLog(client, run.id)
  } catch (error) {
    log.warn({ runId: run.id, err: error }, 'The log of a run could not be read')
    return 'The log of this run could not be read from GitHub.'
  }
}
