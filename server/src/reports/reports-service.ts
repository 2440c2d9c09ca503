import type { Db } from '@dashboard/store/database/open-database'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import type { FileStore } from '@dashboard/store/files/file-store'
import { deleteReports, type StoredReports } from '@dashboard/store/reports/delete-reports'
import { AppError, notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { findReports } from './reports-queries.ts'

/** A runner stores the file first and the row right after, so that only an older file is an orphan. */
const orphanAgeMs = 10 * 60_000

export interface ReportsDependencies {
  db: Db
  files: FileStore
}

interface DeletionDependencies extends StoredReports {
  /** The reports that the caller may see. */
  visible: ScopedDb
  audit: Audit<'report.delete'>
}

/** Opens one report. Throws 404 when it does not exist, was deleted, or its file is gone from storage. */
export async function openReport(
  { visible, files }: { visible: ScopedDb; files: FileStore },
  id: string,
) {
  const [report] = await findReports(visible, [id])
  if (!report) throw notFound('Report')
  const file = await files.open(report.storageKey)
  if (file) return { report, file }
  const isDeleted = (await findReports(visible, [id])).length === 0
  if (isDeleted) throw notFound('Report')
  throw new AppError(
    404,
    `The file of "${report.filename}" is missing from storage. Delete the report and generate it again.`,
  )
}

/** Returns several reports, as `findReports` does. Throws 404 when some do not exist. */
export async function requireReports(visible: ScopedDb, ids: readonly string[], frame: string) {
  const reports = await findReports(visible, ids, frame)
  const missing = ids.length - reports.length
  if (missing > 0) {
    const which = missing === 1 ? 'One of the reports does' : `${missing} of the reports do`
    throw new AppError(404, `${which} not exist any more. Refresh the list and select again.`)
  }
  return reports
}

/** Deletes those of the reports that the caller may see, and returns how many there were. */
export async function deleteMany(
  { visible, audit, ...stored }: DeletionDependencies,
  named: readonly string[],
): Promise<number> {
  // A report always belongs to its circuit, so that a report that is visible now may be deleted.
  const seen = await Array.fromAsync(inBatches(named), (some) =>
    visible.selectFrom('reports').select('id').where('id', 'in', some).execute(),
  )
  const ids = seen.flat().map(({ id }) => id)
  return deleteReports(stored, ids, (tx, note) => audit(tx, 'report.delete', note))
}

/**
 * Deletes stored reports without a row, and returns how many. A process that was killed between file and row leaves
 * them, and so does a storage that failed to delete them.
 * @throws StorageError while the storage still fails.
 */
export async function sweepOrphans({ db, files }: ReportsDependencies): Promise<number> {
  const stored = await files.list('reports')
  const old = stored.filter(({ modifiedAt }) => Date.now() - modifiedAt.getTime() > orphanAgeMs)
  let deleted = 0
  for (const some of inBatches(old)) {
    const keys = some.map(({ key }) => key)
    const rows = await db
      .selectFrom('reports')
      .select('storageKey')
      .where('storageKey', 'in', keys)
      .execute()
    const orphans = new Set(keys).difference(new Set(rows.map(({ storageKey }) => storageKey)))
    for (const key of orphans) await files.delete(key)
    deleted += orphans.size
  }
  return deleted
}
