import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Job } from '@dashboard/contract/jobs'

/**
 * Writes jobs directly into the database of a running server. The server's engine ignores them, so a spec can check a
 * running job for as long as it needs.
 */

const minuteMs = 60_000

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
    retriers: 'anybody',
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

/** Adds jobs to a server's list; the last one is shown on top. */
export function writeJobs(dataDir: string, jobs: readonly Job[]): void {
  change(dataDir, (database) => {
    const { top } = database
      .prepare('select coalesce(max(sequence), 0) as top from jobs')
      .get() as {
      top: number
    }
    for (const [index, job] of jobs.entries()) {
      const row = columns(job)
      if (job.status === 'running') {
        Object.assign(row, { leaseOwner: 'a spec', leaseExpiresAt: null })
      }
      insert(database, { ...row, sequence: top + 1 + index })
    }
    // Jobs that the server queues are numbered from here on.
    database
      .prepare(
        `insert into data_versions (name, version) values ('job-starts', ?)
          on conflict (name) do update set version = max(version, excluded.version)`,
      )
      .run(top + jobs.length)
  })
}

/** Changes a job, as its runner or another person would. */
export function changeJob(dataDir: string, id: string, changes: Partial<Job>): void {
  const row = columns(changes)
  const names = Object.keys(row)
  change(dataDir, (database) => {
    database
      .prepare(`update jobs set ${names.map((name) => `"${name}" = ?`).join(', ')} where id = ?`)
      .run(...Object.values(row), id)
  })
}

export function deleteAllJobs(dataDir: string): void {
  change(dataDir, (database) => database.exec('delete from jobs'))
}

type Row = Record<string, SQLInputValue>

/** Leaves out what the server derives from the other fields. */
function columns({ targets, reports, retrying, retriers, ...rest }: Partial<Job>): Row {
  return {
    ...rest,
    ...(targets && { targets: JSON.stringify(targets) }),
    ...(retrying !== undefined && { retrying: retrying && JSON.stringify(retrying) }),
    ...(reports && { reportsMade: reports.made }),
  }
}

function insert(database: DatabaseSync, row: Row): void {
  const names = Object.keys(row)
  database
    .prepare(
      `insert into jobs (${names.map((name) => `"${name}"`).join(', ')})
       values (${names.map(() => '?').join(', ')})`,
    )
    .run(...Object.values(row))
}

/** Changes the database and raises the list's version; otherwise the server would return its cached list. */
function change(dataDir: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), {
    timeout: 5_000,
    // A job may depend on a job that does not exist.
    enableForeignKeyConstraints: false,
  })
  try {
    database.exec('begin immediate')
    work(database)
    database.exec(`insert into data_versions (name, version) values ('jobs', 1000)
      on conflict (name) do update set version = version + 1`)
    database.exec('commit')
  } finally {
    database.close()
  }
}
