import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings'

/** The job a runner works on: its row, with the lease that proves it, and its targets as a list. */
export type ClaimedJob = Omit<JobRow, 'targets' | 'leaseOwner'> & {
  targets: string[]
  leaseOwner: string
}

/** What a handler is given to do its job with. */
export interface JobContext {
  job: ClaimedJob
  db: Db
  files: FileStore
  settings: Settings
  /** Aborted when the job is cancelled, lost to another runner, or the process is asked to leave. */
  signal: AbortSignal
  /** Percent from 0 to 100 and what is being done, in plain words. Kept in memory, written soon. */
  progress(percent: number, step: string): void
  /** Adds one line to the job's log. Never contact details, passwords or tokens. */
  log(line: string): void
}

/** Does one kind of job; what it answers is kept as the job's outcome, what it throws fails the job. */
export type JobHandler = (context: JobContext) => Promise<unknown>
