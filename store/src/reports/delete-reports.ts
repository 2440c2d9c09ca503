import { sql } from 'kysely'
import { appendAuditEntry } from '../audit/append-entry.ts'
import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { ReportRow } from '../database/schema.ts'
import { inBatches } from '../database/statement-batches.ts'
import { inTransaction } from '../database/transactions.ts'
import type { FileStore } from '../files/file-store.ts'
import { lockReports, markCurrent } from './stored-reports.ts'

const filesAtOnce = 50
/** As many as an entry of the audit log names; deleting them holds SQLite's lock for about a tenth of a second. */
const reportsDeletedAtOnce = 5_000
const auditedFiles = 20

type DeletedReport = Pick<ReportRow, 'id' | 'filename' | 'storageKey'>

export interface StoredReports {
  db: Db
  files: FileStore
  /** Receives the failure of a storage that does not delete; the files are removed by a later sweep. */
  onError(error: unknown, message: string): void
}

/** Deletes the rows with these ids and returns them; reports that they superseded may become current again. */
async function deleteReportRows(db: Db, ids: readonly string[]): Promise<DeletedReport[]> {
  return inTransaction(db, async (tx) => {
    await lockReports(tx)
    const batches = await Array.fromAsync(inBatches(ids), (some) =>
      tx
        .deleteFrom('reports')
        .where('id', 'in', some)
        .returning(['id', 'filename', 'storageKey', 'place'])
        .execute(),
    )
    const deleted = batches.flat()
    if (deleted.length === 0) return []
    await raiseVersion(tx, 'reports')
    const places = [...new Set(deleted.map(({ place }) => place))]
    for (const some of inBatches(places)) await markCurrent(tx, some)
    return deleted
  })
}

async function deleteReportFiles(
  { files, onError }: StoredReports,
  deleted: readonly DeletedReport[],
): Promise<void> {
  try {
    for (const some of inBatches(deleted, filesAtOnce)) {
      await Promise.all(some.map(({ storageKey }) => files.delete(storageKey)))
    }
  } catch (error) {
    onError(error, 'Could not delete the files of deleted reports; the sweep will')
  }
}

/** Returns how the audit log names reports: one as the subject, several by their ids. */
export function describeReports(reports: readonly Pick<ReportRow, 'id' | 'filename'>[]) {
  const files = reports.slice(0, auditedFiles).map(({ filename }) => filename)
  const [only] = reports
  if (reports.length === 1) return { subject: `report:${only?.id}`, details: { files } }
  const ids = reports.slice(0, reportsDeletedAtOnce).map(({ id }) => id)
  return { details: { reports: reports.length, files, ids } }
}

/**
 * Deletes reports in batches, each with an entry of the audit log, and returns how many there were. Once the rows of a
 * batch are deleted, nobody sees its files: when the storage fails, or this process is killed, the daily sweep deletes
 * them.
 */
export async function deleteReports(
  stored: StoredReports,
  ids: readonly string[],
  audit: (tx: Db, note: ReturnType<typeof describeReports>) => Promise<void>,
): Promise<number> {
  let count = 0
  for (const some of inBatches(ids, reportsDeletedAtOnce)) {
    const deleted = await inTransaction(stored.db, async (tx) => {
      const rows = await deleteReportRows(tx, some)
      if (rows.length > 0) await audit(tx, describeReports(rows))
      return rows
    })
    await deleteReportFiles(stored, deleted)
    count += deleted.length
  }
  return count
}

/** Deletes all but the newest `maxVersions` versions of each report, none with 0; returns how many were deleted. */
export async function deleteOlderVersions(
  stored: StoredReports,
  maxVersions: number,
): Promise<number> {
  if (maxVersions === 0) return 0
  const places = await placesWithMore(stored.db, maxVersions)
  const older = await listOlderVersions(stored.db, places, maxVersions)
  const byServer = { actor: { id: null, name: 'Server' }, address: null } as const
  return deleteReports(stored, older, (tx, note) =>
    appendAuditEntry(tx, { ...byServer, action: 'report.delete', ...note }),
  )
}

/**
 * Returns the places of reports with more versions than are retained. It reads an index only: there may be a hundred
 * thousand.
 */
async function placesWithMore(db: Db, maxVersions: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .select('place')
    .groupBy('place')
    .having((having) => having(having.fn.countAll(), '>', maxVersions))
    .execute()
  return rows.map(({ place }) => place)
}

async function listOlderVersions(
  db: Db,
  places: readonly string[],
  maxVersions: number,
): Promise<string[]> {
  const age = sql<number>`row_number() over (partition by place order by "generatedAt" desc, id desc)`
  const older = await Array.fromAsync(inBatches(places), (some) =>
    db
      .with('versions', (query) =>
        query
          .selectFrom('reports')
          .select(['id', age.as('age')])
          .where('place', 'in', some),
      )
      .selectFrom('versions')
      .select('id')
      .where('age', '>', maxVersions)
      .execute(),
  )
  return older.flat().map(({ id }) => id)
}
