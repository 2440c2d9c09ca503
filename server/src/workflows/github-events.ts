import { setTimeout as sleep } from 'node:timers/promises'
import { foreignOwner } from '@dashboard/store/foreign-jobs'
import { reportProgress } from '@dashboard/store/job-holding'
import {
  findTrackedByRun,
  findTrackedJob,
  showWaitingStep,
  type TrackedJob,
} from '@dashboard/store/job-runs'
import type { GithubDesk } from './github-desk.ts'
import { adoptForeignRuns } from './github-foreign-runs.ts'
import { judgeEndedRun } from './github-run-end.ts'
import { readJobId } from './github-run-list.ts'
import { hearOfRun, isForeign } from './github-run-news.ts'
import { describeCurrentStep } from './github-run-states.ts'
import type { RunJob, WorkflowRun } from './github-schemas.ts'

/** What GitHub tells by itself, as its webhooks bring it. */
export interface GithubEvents {
  /** A run was asked for, began or ended. */
  hearOfRun(run: WorkflowRun): Promise<void>
  /** A job within a run waits, began or ended. */
  hearOfRunJob(job: RunJob): Promise<void>
}

export function createGithubEvents(
  desk: GithubDesk,
  readAutoSyncSince: () => Promise<string | undefined>,
): GithubEvents {
  const { db, log, timings, stopping } = desk

  const judgeSoon = async (jobId: string, run: WorkflowRun) => {
    await sleep(timings.graceMs, undefined, { signal: stopping })
    await judgeEndedRun(desk, jobId, run)
  }

  return {
    async hearOfRun(run) {
      const job = await findJobOfRun(desk, run)
      if (!job) {
        const since = await readAutoSyncSince()
        if (since !== undefined) await adoptForeignRuns(desk, [run], since)
        return
      }
      const { isOverWithoutEnd } = await hearOfRun(desk, job, run, false)
      if (!isOverWithoutEnd) return
      // GitHub waits for an answer meanwhile, so the runner's grace is not its to wait for.
      judgeSoon(job.id, run).catch((error: unknown) => {
        if (!stopping.aborted) log.warn({ jobId: job.id, err: error }, 'Could not end a job')
      })
    },
    async hearOfRunJob(runJob) {
      const job = await findTrackedByRun(db, runJob.runId)
      if (!job || runJob.status === 'completed') return
      const step = describeCurrentStep([runJob])
      if (job.status === 'queued') await showWaitingStep(db, job.id, step)
      else if (isForeign(job)) await reportProgress(db, job.id, foreignOwner, { step })
    },
  }
}

/** By the run's id, else by the id in its name, when no other run does that job. */
async function findJobOfRun({ db }: GithubDesk, run: WorkflowRun): Promise<TrackedJob | undefined> {
  const known = await findTrackedByRun(db, run.id)
  if (known) return known
  const jobId = readJobId(run.title)
  const job = jobId === undefined ? undefined : await findTrackedJob(db, jobId)
  return job?.githubRunId === null && job.dispatchedAt !== null ? job : undefined
}
