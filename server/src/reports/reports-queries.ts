import type { ExpiringReports, Report } from '@dashboard/contract/reports'
import { fromFlag } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { isOutdated } from '@dashboard/store/reports/report-contents'
import { readReportDeletion } from '@dashboard/store/reports/report-deletion'

/** The columns that the list has in the same form. */
const plainColumns = [
  'id',
  'circuitId',
  'congregation',
  'filename',
  'size',
  'pages',
  'volunteers',
  'generatedAt',
  'downloadUrl',
  'jobId',
] as const

/** Returns all reports, newest first; `frame` is what makes a report `stale`. */
export async function listReports(db: ScopedDb, frame: string): Promise<Report[]> {
  const rows = await db
    .selectFrom('reports')
    .select(plainColumns)
    .select(['isCurrent', isOutdated(frame).as('stale')])
    .orderBy('generatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ isCurrent, stale, ...report }) => ({
    ...report,
    format: 'pdf',
    stale: Boolean(stale),
    current: fromFlag(isCurrent),
  }))
}

/** Returns which of the reports in scope are old and will be deleted, if any. */
export async function readExpiring(db: ScopedDb): Promise<ExpiringReports | null> {
  const announced = await readReportDeletion(db)
  if (announced === undefined) return null
  const old = db.selectFrom('reports').where('generatedAt', '<=', announced.until)
  const reports = await countRows(old)
  return reports === 0 ? null : { reports, ...announced }
}

export async function listReportIds(db: ScopedDb): Promise<string[]> {
  const rows = await db.selectFrom('reports').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns the reports with the given ids, in their order; ids that do not exist are left out. */
export async function findReports(db: ScopedDb, ids: readonly string[], frame = '') {
  const found = await Array.fromAsync(inBatches(ids), (some) =>
    db
      .selectFrom('reports')
      .selectAll()
      .select(isOutdated(frame).as('stale'))
      .where('id', 'in', some)
      .execute(),
  )
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}
