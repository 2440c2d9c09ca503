import { randomUUID } from 'node:crypto'
import { minuteMs } from '@dashboard/contract/duration'
import type { Job } from '@dashboard/contract/jobs'
import type { Insertable, Updateable } from 'kysely'
import { lockVersion } from '../src/database/data-versions.ts'
import type { Db } from '../src/database/open-database.ts'
import type { Database } from '../src/database/schema.ts'
import { changeJobs } from '../src/jobs/change-jobs.ts'

/**
 * Jobs as people see them, written directly into a database. No engine runs them, so a test can look at a running job
 * for as long as it needs.
 */

/** Returns the instant this many minutes before now. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * minuteMs).toISOString()
}

let rowCount = 0

/** Returns an id whose last three characters are unique, because the list shows only these. */
function nextId(): string {
  rowCount += 1
  return `${randomUUID().slice(0, -3)}${String(rowCount % 1_000).padStart(3, '0')}`
}

/** Returns a completed export from ten minutes ago, apart from the overrides. */
export function jobRow(overrides: Partial<Job> = {}): Job {
  const targets = overrides.targets ?? []
  return {
    id: nextId(),
    type: 'export',
    target: targets.length === 0 ? null : targets.join(', '),
    targets,
    status: 'completed',
    progress: 100,
    step: 'Exported 3,000 volunteers',
    retrying: null,
    dependsOn: null,
    startedAt: minutesAgo(10),
    completedAt: minutesAgo(8),
    elapsedTime: '2m 0s',
    error: null,
    errorDetails: null,
    failureKind: null,
    cancelledBy: null,
    importId: null,
    retryableBy: 'anybody',
    reports: targets.length === 0 ? null : { made: targets.length, total: targets.length },
    logs: 'Reading volunteers\nExported 3,000 volunteers.\n',
    githubRunId: null,
    githubRunUrl: null,
    createdBy: 'Ada Lovelace',
    createdById: null,
    createdAt: minutesAgo(11),
    updatedAt: minutesAgo(8),
    ...overrides,
  }
}

export function runningRow(overrides: Partial<Job> = {}): Job {
  return jobRow({
    status: 'running',
    progress: 15,
    step: overrides.targets
      ? 'Making report 7 of 40: NY-10'
      : 'Reading volunteers from Locust: 1,200 so far',
    reports: overrides.targets ? { made: 6, total: overrides.targets.length } : null,
    startedAt: minutesAgo(2),
    completedAt: null,
    elapsedTime: null,
    ...overrides,
  })
}

/** Returns a job that is never started, because it depends on a job that never ends. */
export function waitingRow(dependsOn: string, overrides: Partial<Job> = {}): Job {
  return runningRow({
    type: 'import',
    status: 'queued',
    progress: 0,
    step: null,
    startedAt: null,
    logs: null,
    dependsOn,
    ...overrides,
  })
}

/** Returns a failed job; if it makes reports, it has made none, apart from the overrides. */
export function failedRow(overrides: Partial<Job> = {}): Job {
  return jobRow({
    status: 'failed',
    progress: 0,
    step: 'Reading volunteers from Locust',
    error: 'Locust did not answer within 30 seconds. Check that it is reachable, then retry.',
    failureKind: 'outside-system',
    reports: overrides.targets ? { made: 0, total: overrides.targets.length } : null,
    ...overrides,
  })
}

/** Adds jobs to the list; the last one is shown on top. */
export async function writeJobs(db: Db, ...jobs: readonly Job[]): Promise<void> {
  await changeJobs(db, async (tx) => {
    for (const job of jobs) {
      const row = {
        ...(jobColumns(job) as Insertable<Database['jobs']>),
        ...(job.status === 'running' && { leaseOwner: 'a test' }),
        sequence: await lockVersion(tx, 'job-starts'),
      }
      await tx.insertInto('jobs').values(row).execute()
    }
    return jobs
  })
}

/** Changes a job, as its runner or another person would. */
export async function changeJob(db: Db, id: string, changes: Partial<Job>): Promise<void> {
  await changeJobs(db, async (tx) => {
    const row = jobColumns(changes) as Updateable<Database['jobs']>
    return tx.updateTable('jobs').set(row).where('id', '=', id).returning('id').execute()
  })
}

/** Leaves out what the server derives from the other fields. */
export function jobColumns({ targets, reports, retrying, retryableBy, ...rest }: Partial<Job>) {
  return {
    ...rest,
    ...(targets && { targets: JSON.stringify(targets) }),
    ...(retrying !== undefined && { retrying: retrying && JSON.stringify(retrying) }),
    ...(reports && { reportsMade: reports.made }),
  }
}
