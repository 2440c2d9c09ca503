import { setTimeout as sleep } from 'node:timers/promises'
import {
  findTrackedByRun,
  findTrackedJob,
  showWaitingStep,
  type TrackedJob,
} from '@dashboard/store/jobs/github-runs'
import { githubOwner } from '@dashboard/store/jobs/github-started-jobs'
import { reportProgress } from '@dashboard/store/jobs/report-progress'
import type { RunJob, WorkflowRun } from './api/github-schemas.ts'
import { applyRunUpdate, isStartedOnGithub } from './apply-run-update.ts'
import { readJobId } from './find-runs.ts'
import type { GithubDependencies } from './github-dependencies.ts'
import { createJobsOfRuns } from './github-started-runs.ts'
import { describeCurrentStep, stepsAfter } from './run-states.ts'
import { settleEndedRun } from './settle-ended-run.ts'

/** What GitHub's webhooks report. */
export interface GithubWebhookEvents {
  /** A run was requested, began or ended. */
  runChanged(run: WorkflowRun): Promise<void>
  /** A job within a run waits, began or ended. */
  runJobChanged(job: RunJob): Promise<void>
}

export function createWebhookEvents(
  dependencies: GithubDependencies,
  readAutoSyncSince: () => Promise<string | undefined>,
): GithubWebhookEvents {
  const { db, log, timings, stopping } = dependencies

  const settleLater = async (jobId: string, run: WorkflowRun) => {
    await sleep(timings.settleDelayMs, undefined, { signal: stopping })
    await settleEndedRun(dependencies, jobId, run)
  }

  return {
    async runChanged(run) {
      const job = await findJobOfRun(dependencies, run)
      if (!job) {
        const since = await readAutoSyncSince()
        if (since !== undefined) await createJobsOfRuns(dependencies, [run], since)
        return
      }
      const { isOverWithoutEnd } = await applyRunUpdate(dependencies, job, run, false)
      if (!isOverWithoutEnd) return
      // Not awaited: GitHub waits for the answer, and the runner's last write may take a moment.
      settleLater(job.id, run).catch((error: unknown) => {
        if (!stopping.aborted) log.warn({ jobId: job.id, err: error }, 'Could not end a job')
      })
    },
    async runJobChanged(runJob) {
      const job = await findTrackedByRun(db, runJob.runId)
      if (!job || runJob.status === 'completed') return
      const step = describeCurrentStep([runJob])
      if (job.status === 'queued') await showWaitingStep(db, job.id, step, stepsAfter(step))
      else if (isStartedOnGithub(job) && !stepsAfter(step).includes(job.step ?? ''))
        await reportProgress(db, job.id, githubOwner, { step })
    },
  }
}

/** By the run's id, else by the id in its name, when no other run does that job. */
async function findJobOfRun(
  { db }: GithubDependencies,
  run: WorkflowRun,
): Promise<TrackedJob | undefined> {
  const known = await findTrackedByRun(db, run.id)
  if (known) return known
  const jobId = readJobId(run.title)
  const job = jobId === undefined ? undefined : await findTrackedJob(db, jobId)
  return job?.githubRunId === null && job.dispatchedAt !== null ? job : undefined
}
