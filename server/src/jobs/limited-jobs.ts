import { isSyncJob, type Job } from '@dashboard/contract/jobs'
import { type ScopedDb, scopeOf } from '@dashboard/store/database/scoped-database'
import { listCongregationTargets } from '@dashboard/store/reports/report-targets'

/** Decides what limited users see of jobs, and which they may change (docs/accounts.md#limited-users). */

/** Shown in place of why a sync failed, which may name circuits of others. */
export const withheldReason = 'Users with all circuits see the reason on the Monitor page.'

export function seesAllCircuits(db: ScopedDb): boolean {
  return scopeOf(db).circuits === null
}

/** Returns jobs as the reader of this database may see them. */
export async function redactJobs(db: ScopedDb, jobs: Job[]): Promise<Job[]> {
  if (seesAllCircuits(db) || jobs.length === 0) return jobs
  const isNaming = jobs.some(({ type }) => type === 'congregation-report')
  const labels = isNaming ? await readOwnLabels(db) : new Map<string, string>()
  return jobs.map((job) => (isSyncJob(job) ? withoutTexts(job) : withOwnLabels(job, labels)))
}

/** Whether the reader of this database may cancel, retry, clear or dismiss a job that is visible in it. */
export function isChangeable(db: ScopedDb, job: Pick<Job, 'type'>): boolean {
  return seesAllCircuits(db) || !isSyncJob(job)
}

/** Returns a sync with whether it runs and how it ended, but without its texts, which may name others' circuits. */
function withoutTexts(job: Job): Job {
  return {
    ...job,
    step: null,
    error: job.error && withheldReason,
    errorDetails: null,
    logs: job.logs && '',
    githubRunId: null,
    githubRunUrl: null,
  }
}

/**
 * Shortens the labels of congregations. A congregation is called `Name (Circuit)` where several circuits use its name;
 * a user who sees only one of them sees the name alone, as in the look-up options.
 */
function withOwnLabels(job: Job, labels: ReadonlyMap<string, string>): Job {
  if (job.type !== 'congregation-report') return job
  const targets = job.targets.map((label) => labels.get(label) ?? label)
  return { ...job, targets, target: targets.join(', ') }
}

/** Returns the user's labels, keyed by the label of a congregation among all circuits. */
async function readOwnLabels(db: ScopedDb): Promise<Map<string, string>> {
  const own = await listCongregationTargets(db)
  return new Map(
    own.flatMap(({ name, circuit, label }) => [
      [`${name} (${circuit})`, label],
      [name, name],
    ]),
  )
}
