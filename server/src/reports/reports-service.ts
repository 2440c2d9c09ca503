import type { ManyReports } from '@dashboard/contract/reports'
import { readLastImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import type { ReportRow } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { AppError, notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { deleteReportRows, findReports, listReportIds, listReportKeys } from './reports-queries.ts'

const filesAtOnce = 50
/** As many as an entry of the audit log names, and what holds SQLite's lock for about a tenth of a second. */
const deletedAtOnce = 5_000
/** A runner stores the file first and the row right after; only what is older is an orphan. */
const orphanAgeMs = 10 * 60_000

export interface ReportsDependencies {
  db: Db
  files: FileStore
}

/** The reports that who asks may see. */
export interface VisibleReports {
  visible: ScopedDb
  files: FileStore
}

interface DeletionDependencies extends ReportsDependencies, VisibleReports {
  /** Gets failures that are not the caller's. */
  onError(error: unknown, message: string): void
  audit: Audit<'report.delete'>
}

/** Opens one report. Throws 404 when there is none, or none any more, or its file is gone from storage. */
export async function openReport({ visible, files }: VisibleReports, id: string) {
  const [report] = await findReports(visible, [id])
  if (!report) throw notFound('Report')
  const file = await files.open(report.storageKey)
  if (file) return { report, file }
  const isDeleted = (await findReports(visible, [id])).length === 0
  throw isDeleted ? notFound('Report') : fileMissing([report])
}

/** The ids of the reports that are named or chosen, as they are now. */
export async function idsOf(db: ScopedDb, { ids, filter }: ManyReports): Promise<string[]> {
  if (ids !== undefined) return ids
  const { except = [], also = [], ...choice } = filter ?? {}
  const chosen = await listReportIds(db, { ...choice, lastImport: await readLastImport(db) })
  const left = new Set([...chosen, ...also])
  for (const id of except) left.delete(id)
  return [...left]
}

/**
 * The reports that are named or chosen. Throws 404 when a named one or its file is missing, and when
 * none is chosen; of those that a filter chooses, a file that is missing is left to the archive to name.
 */
export async function reportsOf(dependencies: VisibleReports, many: ManyReports) {
  if (many.ids !== undefined) return requireReports(dependencies, many.ids)
  const reports = await findReports(dependencies.visible, await idsOf(dependencies.visible, many))
  if (reports.length === 0) throw new AppError(404, 'No report matches the search and filter.')
  return reports
}

/** Finds several reports, all of them with their file there. Throws 404 naming what is missing. */
export async function requireReports({ visible, files }: VisibleReports, ids: readonly string[]) {
  const reports = await findReports(visible, ids)
  const missing = ids.length - reports.length
  if (missing > 0) {
    const which = missing === 1 ? 'One of the reports does' : `${missing} of the reports do`
    throw new AppError(404, `${which} not exist any more. Refresh the list and select again.`)
  }
  const sizes = new Map<string, number>()
  for (let start = 0; start < reports.length; start += filesAtOnce) {
    await Promise.all(
      reports.slice(start, start + filesAtOnce).map(async (report) => {
        const size = await files.sizeOf(report.storageKey)
        if (size !== undefined) sizes.set(report.id, size)
      }),
    )
  }
  const gone = reports.filter((report) => !sizes.has(report.id))
  if (gone.length > 0) throw fileMissing(gone)
  return reports
}

/** Deletes one report as `deleteMany` does. Throws 404 when there is none. */
export async function deleteOne(dependencies: DeletionDependencies, id: string): Promise<void> {
  if ((await deleteMany(dependencies, [id])) === 0) throw notFound('Report')
}

/**
 * Deletes reports in batches, the rows of each before its files, and answers how many there were. With
 * their rows they are gone for everybody: when the storage fails, or this process is killed, the sweep
 * deletes the files.
 */
export async function deleteMany(
  dependencies: DeletionDependencies,
  ids: readonly string[],
): Promise<number> {
  let deleted = 0
  for (let start = 0; start < ids.length; start += deletedAtOnce) {
    deleted += await deleteBatch(dependencies, ids.slice(start, start + deletedAtOnce))
  }
  return deleted
}

async function deleteBatch(
  { db, visible, files, onError, audit }: DeletionDependencies,
  named: readonly string[],
): Promise<number> {
  // A report stays that of its circuit, so that what is seen now may be deleted.
  const ids = (await findReports(visible, named)).map(({ id }) => id)
  const keys = await db.transaction().execute(async (tx) => {
    const deleted = await deleteReportRows(tx, ids)
    if (deleted.length > 0) await audit(tx, 'report.delete', describeReports(deleted))
    return deleted.map(({ storageKey }) => storageKey)
  })
  try {
    for (let start = 0; start < keys.length; start += filesAtOnce) {
      await Promise.all(keys.slice(start, start + filesAtOnce).map((key) => files.delete(key)))
    }
  } catch (error) {
    onError(error, 'Could not delete the files of deleted reports; the sweep will')
  }
  return keys.length
}

/**
 * Deletes stored reports without a row: left by a process that was killed between file and row, or by a
 * storage that failed when they were to be deleted. Throws StorageError while it still does.
 */
export async function sweepOrphans(
  { db, files }: ReportsDependencies,
  now = Date.now(),
): Promise<number> {
  const stored = await files.list('reports')
  const known = await listReportKeys(db)
  const orphans = stored.filter(
    ({ key, modifiedAt }) => !known.has(key) && now - modifiedAt.getTime() > orphanAgeMs,
  )
  for (const { key } of orphans) await files.delete(key)
  return orphans.length
}

const auditedIds = 5_000
const auditedFiles = 20

/** How the audit log names reports: one as the subject, several by their ids. */
export function describeReports(reports: readonly Pick<ReportRow, 'id' | 'filename'>[]) {
  const files = reports.slice(0, auditedFiles).map(({ filename }) => filename)
  const [only] = reports
  if (reports.length === 1) return { subject: `report:${only?.id}`, details: { files } }
  const ids = reports.slice(0, auditedIds).map(({ id }) => id)
  return { details: { reports: reports.length, files, ids } }
}

function fileMissing(reports: ReportRow[]): AppError {
  const named = reports[0]?.filename ?? 'the report'
  const more = reports.length > 1 ? ` and of ${reports.length - 1} more` : ''
  return new AppError(
    404,
    `The file of "${named}"${more} is missing from storage. Delete the report and generate it again.`,
  )
}
