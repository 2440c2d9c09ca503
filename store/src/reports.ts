import type { Insertable } from 'kysely'
import { raiseVersion } from './database/data-versions.ts'
import type { Db } from './database/open-database.ts'
import type { ReportsTable } from './database/schema.ts'
import { holdJob } from './jobs/renew-lease.ts'
import { countReportMade } from './jobs/report-progress.ts'

export type NewReport = Omit<Insertable<ReportsTable>, 'downloadUrl' | 'format'>

/** Where a report is downloaded (docs/behavior.md#reports). */
export function reportDownloadUrl(id: string): string {
  return `/api/reports/${id}/download`
}

/** The key of a report's file in storage. */
export function reportStorageKey(id: string): string {
  return `reports/${id}.pdf`
}

/**
 * Adds a report whose file is already stored, and counts it for its job, if its job still runs for this owner and has no report for
 * the target yet; `false` otherwise, and then the file is the caller's to delete.
 */
export async function insertReport(db: Db, report: NewReport, owner: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (typeof report.jobId !== 'string' || !(await holdJob(tx, report.jobId, owner))) return false
    const inserted = await tx
      .insertInto('reports')
      .values({ ...report, format: 'pdf', downloadUrl: reportDownloadUrl(report.id) })
      .onConflict((conflict) => conflict.columns(['jobId', 'target']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return false
    await raiseVersion(tx, 'reports')
    await countReportMade(tx, report.jobId)
    return true
  })
}

/** The targets that a job has already made a report for. */
export async function findReportedTargets(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('reports').select('target').where('jobId', '=', jobId).execute()
  return new Set(rows.map((row) => row.target).filter((target) => target !== null))
}
