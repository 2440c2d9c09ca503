import type { Retrying } from '@dashboard/contract/jobs'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings/settings'

export type ClaimedJob = Omit<JobRow, 'targets' | 'leaseOwner'> & {
  targets: string[]
  leaseOwner: string
}

export interface JobContext {
  job: ClaimedJob
  db: Db
  files: FileStore
  settings: Settings
  /** Number of reports that may be drawn at the same time. */
  workers: number
  /** Aborted when the job is cancelled or claimed by another runner, or the process gets SIGTERM or SIGINT. */
  signal: AbortSignal
  /** Reports percent (0 to 100) and the current step in plain words; written to the job within half a second. */
  progress(percent: number, step: string): void
  /** Reports which outside system the job is waiting to ask again; `null` when it has responded. */
  retrying(fact: Retrying | null): void
  /** Adds one line to the job's log. Lines never contain contact details, passwords or tokens. */
  log(line: string): void
  /** Writes the stack trace of an unforeseen error to the log of the process. */
  trace(text: string): void
}

/** Runs one type of job: its result becomes the job's outcome, an error fails the job. */
export type JobHandler = (context: JobContext) => Promise<unknown>
