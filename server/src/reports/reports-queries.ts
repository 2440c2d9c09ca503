import type { Report } from '@dashboard/contract/reports'
import { readLastImport } from '@dashboard/store/automation-status'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { type Db, inTransaction } from '@dashboard/store/database/open-database'
import type { ReportRow } from '@dashboard/store/database/schema'

type DeletedReport = Pick<ReportRow, 'id' | 'filename' | 'storageKey'>

/** PostgreSQL takes at most 65,535 parameters in a statement, SQLite 32,766. */
const idsPerStatement = 1_000

/** All reports, newest first; one made before the last import is stale. */
export async function listReports(db: Db): Promise<Report[]> {
  const [rows, lastImport] = await Promise.all([
    db
      .selectFrom('reports')
      .select(['id', 'circuitId', 'congregation', 'filename', 'size', 'pages', 'volunteers'])
      .select(['generatedAt', 'downloadUrl', 'jobId'])
      .orderBy('generatedAt', 'desc')
      .orderBy('id')
      .execute(),
    readLastImport(db),
  ])
  // Field by field: the rows of SQLite are slow to copy whole, and everybody polls this.
  return rows.map((row) => ({
    id: row.id,
    circuitId: row.circuitId,
    congregation: row.congregation,
    filename: row.filename,
    size: row.size,
    pages: row.pages,
    volunteers: row.volunteers,
    generatedAt: row.generatedAt,
    downloadUrl: row.downloadUrl,
    format: 'pdf',
    jobId: row.jobId,
    stale: lastImport !== null && row.generatedAt < lastImport,
  }))
}

/** The reports of the given ids, in their order; what does not exist is left out. */
export async function findReports(db: Db, ids: readonly string[]): Promise<ReportRow[]> {
  const found = new Map<string, ReportRow>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const some = ids.slice(start, start + idsPerStatement)
    const rows = await db.selectFrom('reports').selectAll().where('id', 'in', some).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined)
}

/** Removes the rows of the given ids, or all, and answers what they were. */
export async function deleteReportRows(
  db: Db,
  ids: readonly string[] | 'all',
): Promise<DeletedReport[]> {
  return inTransaction(db, async (tx) => {
    const deleted: DeletedReport[] = []
    const remove = async (some: readonly string[] | undefined) => {
      const rows = await tx
        .deleteFrom('reports')
        .$if(some !== undefined, (query) => query.where('id', 'in', some ?? []))
        .returning(['id', 'filename', 'storageKey'])
        .execute()
      deleted.push(...rows)
    }
    if (ids === 'all') await remove(undefined)
    else {
      for (let start = 0; start < ids.length; start += idsPerStatement) {
        await remove(ids.slice(start, start + idsPerStatement))
      }
    }
    if (deleted.length > 0) await raiseVersion(tx, 'reports')
    return deleted
  })
}

/** The storage keys of all reports. */
export async function listReportKeys(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('reports').select('storageKey').execute()
  return new Set(rows.map((row) => row.storageKey))
}
