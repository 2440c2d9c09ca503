import { type Insertable, sql } from 'kysely'
import { readLastImport } from '../automation-status.ts'
import { lockVersion, raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { reportPlace } from '../database/report-place.ts'
import type { Database } from '../database/schema.ts'
import { inTransaction } from '../database/transactions.ts'
import { lockJob } from '../jobs/renew-lease.ts'
import { countReportMade } from '../jobs/report-progress.ts'
import { saveContents } from './report-contents.ts'

/** Columns that are derived from others. */
type Derived = 'downloadUrl' | 'format' | 'place' | 'isCurrent'

export type NewReport = Omit<Insertable<Database['reports']>, Derived>

export function reportDownloadUrl(id: string): string {
  return `/api/reports/${id}/download`
}

export function reportStorageKey(id: string): string {
  return `reports/${id}.pdf`
}

/**
 * Inserts a report whose file is already stored and counts it for its job, if the job still runs for this owner and has
 * no report for the target yet. Otherwise returns `false`, and the caller must delete the file. `readAfter` is the
 * import after which the report's data were read: if it is still the last one, the report's digest also becomes that of
 * its place.
 */
export async function insertReport(
  db: Db,
  report: NewReport,
  owner: string,
  readAfter: string | null = null,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockReports(tx)
    if (typeof report.jobId !== 'string' || !(await lockJob(tx, report.jobId, owner))) return false
    const place = reportPlace(report.circuitId, report.congregation ?? null)
    const inserted = await tx
      .insertInto('reports')
      .values({
        ...report,
        place,
        format: 'pdf',
        downloadUrl: reportDownloadUrl(report.id),
        isCurrent: 0,
      })
      .onConflict((conflict) => conflict.columns(['jobId', 'target']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return false
    await raiseVersion(tx, 'reports')
    await markCurrent(tx, [place])
    if ((await readLastImport(tx)) === readAfter) {
      const content = { place, circuit: report.circuitId, digest: report.contentDigest }
      await saveContents(tx, [content], readAfter ?? report.generatedAt)
    }
    await countReportMade(tx, report.jobId)
    return true
  })
}

/**
 * Call it before reports are added or deleted, or the contents of their places saved: another transaction that does so
 * then waits, and sees all that this one has written. It comes before the job's row, which a heartbeat has to reach.
 */
export async function lockReports(tx: Db): Promise<void> {
  await lockVersion(tx, 'stored-reports')
}

export async function findReportedTargets(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('reports').select('target').where('jobId', '=', jobId).execute()
  return new Set(rows.map((row) => row.target).filter((target) => target !== null))
}

/** Marks only the newest version at each of these places as current. */
export async function markCurrent(tx: Db, places: readonly string[]): Promise<void> {
  await sql`update reports set "isCurrent" = 1 - "isCurrent"
    where place in (${sql.join(places)}) and "isCurrent" = case when exists (
      select 1 from reports as newer where newer.place = reports.place
        and (newer."generatedAt", newer.id) > (reports."generatedAt", reports.id)
    ) then 1 else 0 end`.execute(tx)
}
