import type { Db } from '@dashboard/store/database/open-database'
import type { ReportRow } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FileStore } from '@dashboard/store/files/file-store'
import {
  deleteReportFiles,
  deleteReportRows,
  describeReports,
  reportsDeletedAtOnce,
} from '@dashboard/store/reports/delete-reports'
import { AppError, notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { findReports } from './reports-queries.ts'

/** A runner stores the file first and the row right after, so that only an older file is an orphan. */
const orphanAgeMs = 10 * 60_000

export interface ReportsDependencies {
  db: Db
  files: FileStore
}

/** The reports that the caller may see. */
export interface VisibleReports {
  visible: ScopedDb
  files: FileStore
}

interface DeletionDependencies extends ReportsDependencies, VisibleReports {
  /** Called with failures that are not the caller's. */
  onError(error: unknown, message: string): void
  audit: Audit<'report.delete'>
}

/** Opens one report. Throws 404 when it does not exist, was deleted, or its file is gone from storage. */
export async function openReport({ visible, files }: VisibleReports, id: string) {
  const [report] = await findReports(visible, [id])
  if (!report) throw notFound('Report')
  const file = await files.open(report.storageKey)
  if (file) return { report, file }
  const isDeleted = (await findReports(visible, [id])).length === 0
  throw isDeleted ? notFound('Report') : fileMissing(report)
}

/** Returns several reports. Throws 404 when some do not exist. */
export async function requireReports(visible: ScopedDb, ids: readonly string[]) {
  const reports = await findReports(visible, ids)
  const missing = ids.length - reports.length
  if (missing > 0) {
    const which = missing === 1 ? 'One of the reports does' : `${missing} of the reports do`
    throw new AppError(404, `${which} not exist any more. Refresh the list and select again.`)
  }
  return reports
}

/** Deletes one report as `deleteMany` does. Throws 404 when it does not exist. */
export async function deleteOne(dependencies: DeletionDependencies, id: string): Promise<void> {
  if ((await deleteMany(dependencies, [id])) === 0) throw notFound('Report')
}

/**
 * Deletes reports in batches, the rows of each before its files, and returns how many there were. Once their rows are
 * deleted, nobody sees them: when the storage fails, or this process is killed, the sweep deletes the files later.
 */
export async function deleteMany(
  dependencies: DeletionDependencies,
  ids: readonly string[],
): Promise<number> {
  let deleted = 0
  for (let start = 0; start < ids.length; start += reportsDeletedAtOnce) {
    deleted += await deleteBatch(dependencies, ids.slice(start, start + reportsDeletedAtOnce))
  }
  return deleted
}

async function deleteBatch(
  { db, visible, files, onError, audit }: DeletionDependencies,
  named: readonly string[],
): Promise<number> {
  // A report always belongs to its circuit, so that a report that is visible now may be deleted.
  const ids = (await findReports(visible, named)).map(({ id }) => id)
  const deleted = await inTransaction(db, async (tx) => {
    const rows = await deleteReportRows(tx, ids)
    if (rows.length > 0) await audit(tx, 'report.delete', describeReports(rows))
    return rows
  })
  await deleteReportFiles({ files, onError }, deleted)
  return deleted.length
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
  for (const some of inBatches(old.map(({ key }) => key))) {
    const orphans = await withoutRow(db, some)
    for (const key of orphans) await files.delete(key)
    deleted += orphans.size
  }
  return deleted
}

async function withoutRow(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reports')
    .select('storageKey')
    .where('storageKey', 'in', keys)
    .execute()
  return new Set(keys).difference(new Set(rows.map(({ storageKey }) => storageKey)))
}

function fileMissing({ filename }: ReportRow): AppError {
  return new AppError(
    404,
    `The file of "${filename}" is missing from storage. Delete the report and generate it again.`,
  )
}
