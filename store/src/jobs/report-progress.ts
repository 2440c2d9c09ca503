import type { Retrying } from '@dashboard/contract/jobs'
import { sql } from 'kysely'
import { nowIso, toJson } from '../database/column-values.ts'
import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { appendedLog, changeJob, isHeldBy } from './change-jobs.ts'

/** What a runner reports while it works; `log` is appended unchanged. */
export interface JobProgress {
  /** Percent, 0 to 100. */
  progress?: number | undefined
  step?: string | undefined
  /** The outside system that the job waits to ask again; `null` when it is no longer waiting. */
  retrying?: Retrying | null | undefined
  log?: string | undefined
}

/** Writes progress and log of a running job; `false` when its runner has lost the job. */
export async function reportProgress(
  db: Db,
  id: string,
  owner: string,
  { progress, step, retrying, log }: JobProgress,
): Promise<boolean> {
  const changes = {
    ...(progress !== undefined && { progress }),
    ...(step !== undefined && { step }),
    ...(retrying !== undefined && { retrying: retrying && toJson(retrying) }),
    ...(log && { logs: appendedLog(log) }),
  }
  return changeJob(db, id, changes, isHeldBy({ owner }))
}

/**
 * Counts a report that the transaction has stored. The counter is stored here, instead of counting rows of `reports`,
 * because everybody polls the list of jobs, and because reports deleted later still count.
 */
export async function countReportMade(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ reportsMade: sql`"reportsMade" + 1`, updatedAt: nowIso() })
    .where('id', '=', id)
    .execute()
  await raiseVersion(tx, 'jobs')
}
