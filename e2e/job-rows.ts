import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Job } from '@dashboard/contract/jobs'
import { jobColumns } from '@dashboard/store/test/job-rows'

export {
  failedRow,
  jobRow,
  minutesAgo,
  runningRow,
  waitingRow,
} from '@dashboard/store/test/job-rows'

/**
 * Writes jobs directly into the database of a running server. The server's engine ignores them, so a spec can check a
 * running job for as long as it needs.
 */

/** Adds jobs to a server's list; the last one is shown on top. */
export function writeJobs(dataDir: string, jobs: readonly Job[]): void {
  change(dataDir, (database) => {
    const { top } = database
      .prepare('select coalesce(max(sequence), 0) as top from jobs')
      .get() as {
      top: number
    }
    for (const [index, job] of jobs.entries()) {
      const row: Row = jobColumns(job)
      if (job.status === 'running') {
        Object.assign(row, { leaseOwner: 'a spec', leaseExpiresAt: null })
      }
      insert(database, { ...row, sequence: top + 1 + index })
    }
    // Jobs that the server queues are numbered from here on.
    database
      .prepare(
        `insert into data_versions (name, version, stamp) values ('job-starts', ?, '')
          on conflict (name) do update set version = max(version, excluded.version)`,
      )
      .run(top + jobs.length)
  })
}

/** Changes a job, as its runner or another person would. */
export function changeJob(dataDir: string, id: string, changes: Partial<Job>): void {
  const row: Row = jobColumns(changes)
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
    database.exec(`insert into data_versions (name, version, stamp) values ('jobs', 1000, '')
      on conflict (name) do update set version = version + 1`)
    database.exec('commit')
  } finally {
    database.close()
  }
}
