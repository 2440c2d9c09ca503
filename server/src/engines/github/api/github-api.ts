import { GithubJobType, type JobType } from '@dashboard/contract/jobs'
import type { GithubClient } from './github-client.ts'
import { GithubError, unreadableAnswer, workflowMissing } from './github-errors.ts'
import { DispatchedRun, Run, RunJobList, RunList, WorkflowList } from './github-schemas.ts'

export const workflowFiles: Record<GithubJobType, string> = {
  export: 'locust-export.yml',
  import: 'sheets-import.yml',
  review: 'review-changes.yml',
  'circuit-report': 'circuit-report.yml',
  'congregation-report': 'congregation-report.yml',
}

/** The workflow that reports which settings runs have. */
export const checkFile = 'check-settings.yml'

export const runsPerPage = 100

const repository = '/repos/{owner}/{repo}/actions'
const ofRun = `${repository}/runs/{run_id}`

/** Starts the workflow of a job, as `dispatchWorkflow` does. */
export async function dispatchRun(
  client: GithubClient,
  job: { id: string; type: JobType },
): Promise<DispatchedRun | undefined> {
  return dispatchWorkflow(client, workflowFiles[GithubJobType.parse(job.type)], { job_id: job.id })
}

/**
 * Starts a workflow; returns its run, or `undefined` on Enterprise Server, which names none. Throws `GithubError`; its
 * kind is `unclear` or `unreadable` when the run may have started.
 */
export async function dispatchWorkflow(
  client: GithubClient,
  workflow: string,
  inputs: Record<string, string>,
): Promise<DispatchedRun | undefined> {
  const parameters = {
    workflow_id: workflow,
    ref: client.target.ref,
    inputs,
    // Enterprise Server refuses what it does not know.
    ...(!client.isEnterpriseServer && { return_run_details: true }),
  }
  const route = `POST ${repository}/workflows/{workflow_id}/dispatches`
  const answer = await client.post(route, parameters, workflow).catch(async (error: unknown) => {
    const isMissing = error instanceof GithubError && error.kind === 'not-found'
    if (!isMissing) throw error
    // GitHub responds in the same way to a missing workflow and to a missing repository.
    await client.get(`GET ${repository}/workflows`, WorkflowList)
    throw workflowMissing({ ...client.target, workflow })
  })
  if (answer.status === 204) return undefined
  const run = DispatchedRun.safeParse(answer.data)
  if (!run.success) throw unreadableAnswer(run.error)
  return run.data
}

/** Returns runs of the repository, newest first; `page` counts from 1. */
export async function listRuns(client: GithubClient, page: number): Promise<Run[]> {
  const parameters = { per_page: runsPerPage, page, exclude_pull_requests: true }
  return (await client.get(`GET ${repository}/runs`, RunList, parameters)).workflow_runs
}

/** Returns one run, or `undefined` when GitHub has none with this id. */
export async function findRun(client: GithubClient, runId: string): Promise<Run | undefined> {
  const parameters = { run_id: runId, exclude_pull_requests: true }
  return client.get(`GET ${ofRun}`, Run, parameters).catch(unlessMissing)
}

/**
 * Returns the id of the one job that our workflows have, of a run's latest attempt; `undefined` before it has one, or
 * when it is gone.
 */
export async function findJobOfRun(
  client: GithubClient,
  runId: string,
): Promise<string | undefined> {
  const answer = client.get(`GET ${ofRun}/jobs`, RunJobList, { run_id: runId, per_page: 1 })
  return (await answer.catch(unlessMissing))?.jobs[0]?.id
}

export async function cancelRun(client: GithubClient, runId: string): Promise<void> {
  await client.post(`POST ${ofRun}/cancel`, { run_id: runId })
}

export async function forceCancelRun(client: GithubClient, runId: string): Promise<void> {
  await client.post(`POST ${ofRun}/force-cancel`, { run_id: runId })
}

/** Returns the address of a job's log, which works for one minute. */
export async function locateJobLog(client: GithubClient, jobId: string): Promise<string> {
  return client.locate(`GET ${repository}/jobs/{job_id}/logs`, { job_id: jobId })
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof GithubError && error.kind === 'not-found') return undefined
  throw error
}
