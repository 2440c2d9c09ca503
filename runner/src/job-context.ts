import type { Retrying } from '@dashboard/contract/jobs'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings/settings'

/** A claimed job: its row, the owner of its lease, and its targets as a list. */
export type ClaimedJob = Omit<JobRow, 'targets' | 'leaseOwner'> & {
  targets: string[]
  leaseOwner: string
}

/** What a handler is given. */
export interface JobContext {
  job: ClaimedJob
  db: Db
  files: FileStore
  settings: Settings
  /** How many reports may be drawn side by side. */
  drawers: number
  /** Aborted when the job is cancelled or claimed by another runner, or the process gets SIGTERM or SIGINT. */
  signal: AbortSignal
  /** Percent from 0 to 100 and what is being done, in plain words; written within half a second. */
  progress(percent: number, step: string): void
  /** Says which outside system the job waits to ask again; `null` when it has answered. */
  retrying(fact: Retrying | null): void
  /** Adds one line to the job's log. Never contact details, passwords or tokens. */
  log(line: string): void
  /** Writes where an unforeseen error came from to the log of the process. */
  trace(text: string): void
}

/** Runs one type of job: its result becomes the job's outcome, an error fails the job. */
export type JobHandler = (context: JobContext) => Promise<unknown>
