import type { Db } from '@dashboard/store/database/open-database'
import type { ReportRow } from '@dashboard/store/database/schema'
import type { FileStore } from '@dashboard/store/files/file-store'
import { AppError, notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { deleteReportRows, findReports, listReportKeys } from './reports-queries.ts'

const filesAtOnce = 50
/** A runner stores the file first and the row right after; only what is older is an orphan. */
const orphanAgeMs = 10 * 60_000

export interface ReportsDependencies {
  db: Db
  files: FileStore
}

interface DeletionDependencies extends ReportsDependencies {
  /** Gets failures that are not the caller's. */
  onError(error: unknown, message: string): void
  audit: Audit<'report.delete'>
}

/** Opens one report. Throws 404 when there is none, or none any more, or its file is gone from storage. */
export async function openReport({ db, files }: ReportsDependencies, id: string) {
  const [report] = await findReports(db, [id])
  if (!report) throw notFound('Report')
  const file = await files.open(report.storageKey)
  if (file) return { report, file }
  const isDeleted = (await findReports(db, [id])).length === 0
  throw isDeleted ? notFound('Report') : fileMissing([report])
}

/** Finds several reports, all of them with their file there. Throws 404 naming what is missing. */
export async function requireReports({ db, files }: ReportsDependencies, ids: readonly string[]) {
  const reports = await findReports(db, ids)
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
 * Deletes reports, rows before files, and answers how many there were. With their rows they are gone
 * for everybody: when the storage fails, or this process is killed, the sweep deletes the files.
 */
export async function deleteMany(
  { db, files, onError, audit }: DeletionDependencies,
  ids: readonly string[] | 'all',
): Promise<number> {
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
