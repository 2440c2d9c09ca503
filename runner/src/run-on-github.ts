import { GithubJobType, isReportJob } from '@dashboard/contract/jobs'
import { reportTargets } from '@dashboard/contract/limits'
import { isSecondActive } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { insertJobOfRun } from '@dashboard/store/jobs/github-started-jobs'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import type { RunInputs } from '@dashboard/store/settings/settings-of-run'
import { JobError } from './job-errors.ts'
import { readTargets } from './named-targets.ts'
import type { JobResult } from './run-job.ts'

/**
 * Creates the job of a run that was started by hand, in the name of the person who started it; returns its id
 * (docs/github-actions.md#by-hand).
 * @throws JobError when the job cannot be created.
 */
export async function makeJobOfRun(db: Db, { type, targets, run }: RunInputs): Promise<string> {
  const jobType = GithubJobType.safeParse(type)
  if (!jobType.success || run === undefined) {
    throw new JobError(
      'This run names no job and no type of job. Bring .github/workflows up to date.',
    )
  }
  const { id: runId, url: runUrl, startedBy } = run
  try {
    const names = await readNames(db, jobType.data, targets)
    return await insertJobOfRun(db, {
      runId,
      runUrl,
      startedBy,
      type: jobType.data,
      targets: names,
    })
  } catch (error) {
    if (!isSecondActive(error)) throw error
    const noun = jobType.data === 'export' ? 'An export' : 'An import'
    throw new JobError(
      `${noun} is already queued or running in the dashboard. Wait until it ends, or cancel it there, then start the workflow again.`,
    )
  }
}

async function readNames(db: Db, type: GithubJobType, text: string): Promise<string[]> {
  if (!isReportJob({ type })) return []
  const isCircuits = type === 'circuit-report'
  const noun = isCircuits ? 'circuits' : 'congregations'
  const known = isCircuits
    ? await listCircuitNames(db)
    : (await listCongregationTargets(db)).map(({ label }) => label)
  if (known.length === 0) throw new JobError(`There are no ${noun} yet. Run an import first.`)
  const { targets, unknown } = readTargets(text, known)
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => `"${name}"`)
    throw new JobError(
      `Unknown ${noun}: ${names.join(', ')}. Write them as the dashboard does, or "all".`,
    )
  }
  const most = reportTargets[noun]
  if (targets.length > most) {
    throw new JobError(`${targets.length} ${noun} are too many for one run; ${most} are possible.`)
  }
  return targets
}

/** Returns why a run did not complete its job, for the run's page on GitHub; `undefined` when it did. */
export async function describeResult(
  db: Db,
  id: string,
  result: JobResult,
): Promise<string | undefined> {
  if (result === 'completed' || result === 'released') return undefined
  if (result === 'lost') return 'The job was cancelled, or given to another runner.'
  const job = await db
    .selectFrom('jobs')
    .select(['status', 'error'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!job) {
    return `The database that the secret DATABASE_URL names has no job ${id}: it is not the dashboard's, or the job was removed there.`
  }
  if (result === 'failed') return job.error ?? 'The job failed.'
  const { status, error } = job
  if (status === 'running') return 'There is nothing to claim: another runner has the job.'
  if (status === 'queued') return 'There is nothing to claim yet: the job waits for another one.'
  return `There is nothing to claim: the job has ended, ${status}. ${error ?? ''}`.trim()
}
