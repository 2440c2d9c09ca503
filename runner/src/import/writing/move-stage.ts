import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { onConflict, quoted } from '@dashboard/store/database/write-rows'
import { CompiledQuery } from 'kysely'
import type { DetailKind } from '../planning/detail-kinds.ts'
import { fromStaged, staged } from '../planning/plan-stage.ts'
import { detailColumns } from '../planning/plan-volunteers.ts'
import { readSheetRecord } from './sheet-record.ts'

/** Writes staged rows, each statement a whole table at a time. */

export interface ImportBatch {
  /** Sorts by time, and contains the job's id. */
  id: string
  at: string
  sheetName: string
  /** Number of the last row that is not blank. */
  lastRow: number
}

export async function moveVolunteers(tx: Db, signal: AbortSignal): Promise<void> {
  const { columns } = staged.volunteers
  const names = quoted(columns)
  const from = fromStaged(tx, staged.volunteers)
  // Without a condition, SQLite would parse "on conflict" as a join condition.
  const text = `insert into volunteers (${names}) select ${names} from ${from} where true`
  await run(tx, text + onConflict(columns, 'id'), signal)
}

export async function moveDetails(
  tx: Db,
  kind: DetailKind,
  at: string,
  signal: AbortSignal,
): Promise<void> {
  const names = quoted(detailColumns(kind))
  const from = fromStaged(tx, staged.added(kind))
  const text = `insert into "${kind.table}" (${names}, "${kind.madeAt}") select ${names}, '${at}' from ${from}`
  await run(tx, text, signal)
}

export function deleteStaged(tx: Db, kind: DetailKind, signal: AbortSignal): Promise<void> {
  const from = fromStaged(tx, staged.removed(kind))
  return run(tx, `delete from "${kind.table}" where id in (select id from ${from})`, signal)
}

export function writeHashes(tx: Db, signal: AbortSignal): Promise<void> {
  const from = fromStaged(tx, staged.hashes)
  const text = `update volunteers set "rowHash" = staged."rowHash" from ${from} where volunteers.id = staged.id`
  return run(tx, text, signal)
}

async function run(
  tx: Db,
  text: string,
  signal: AbortSignal,
  values: string[] = [],
): Promise<void> {
  signal.throwIfAborted()
  await tx.executeQuery(CompiledQuery.raw(text, values))
}

export async function deleteRows(
  tx: Db,
  table: 'circuits' | 'congregations' | 'cart_locations' | 'volunteers',
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const some of inBatches(ids)) {
    signal.throwIfAborted()
    await tx.deleteFrom(table).where('id', 'in', some).execute()
  }
}

/** Rows that are written or deleted at a time on SQLite. */
export const rowsPerChunk = 5_000
const pauseMs = 15

/** Gives other processes time to write: without a pause, SQLite would mostly grant this process the lock again. */
export function pauseBetweenChunks(): Promise<void> {
  return sleep(pauseMs)
}

/**
 * Writes staged rows numbered from 1 to `last` in pieces, each in its own transaction; a piece has the rows after its
 * first number, up to its second. On PostgreSQL inserts block nobody, so all rows are one piece.
 */
export async function moveInChunks(
  db: Db,
  last: number,
  move: (after: number, upTo: number) => Promise<void>,
): Promise<void> {
  const size = isPostgres(db) ? Math.max(last, 1) : rowsPerChunk
  for (let start = 0; start < last; start += size) {
    if (start > 0) await pauseBetweenChunks()
    await move(start, start + size)
  }
}

/**
 * Stores the raw rows of a sheet as a batch, in short transactions; on SQLite only those that the last import does not
 * have at the same place. They are most of what an import writes, and nobody reads them together with volunteers.
 * Therefore they are written in small pieces before the import's one transaction, and only that transaction names their
 * batch, in the record of the sheet (sheet-record.ts).
 */
export async function storeRawRows(
  db: Db,
  { id, at, sheetName, lastRow }: ImportBatch,
  signal: AbortSignal,
): Promise<void> {
  const before = isPostgres(db) ? undefined : await readSheetRecord(db)
  const columns = quoted(['id', 'rowIndex', 'rawData'])
  const marks = [1, 2, 3].map((number) => (isPostgres(db) ? `$${number}::text` : '?'))
  const unlessStored = before
    ? `and not exists (select 1 from raw_import_data as stored where stored."importBatch" = ?
        and stored."rowIndex" = staged."rowIndex" and stored."rawData" = staged."rawData")`
    : ''
  const text = `insert into raw_import_data (${columns}, "processedAt", "importBatch", "sheetName")
    select ${columns}, ${marks.join()} from ${fromStaged(db, staged.rawRows)}`
  const values = [at, id, sheetName, ...(before ? [before.batchId] : [])]
  await moveInChunks(db, lastRow, (after, upTo) => {
    const piece = `where "rowIndex" > ${after} and "rowIndex" <= ${upTo}`
    return run(db, `${text} ${piece} ${unlessStored}`, signal, values)
  })
}

/**
 * Moves rows that a batch shares with the last import into this batch; on SQLite only. Writing them again beside the
 * old ones would need twice the space; PostgreSQL rewrites a row whatever changes in it. Call it before the sheet's
 * record is saved.
 */
export async function moveSharedRows(
  tx: Db,
  { id, at, sheetName }: ImportBatch,
  signal: AbortSignal,
): Promise<void> {
  const before = isPostgres(tx) ? undefined : await readSheetRecord(tx)
  if (!before) return
  const text = `update raw_import_data set "importBatch" = ?, "processedAt" = ?, "sheetName" = ?
    where "importBatch" = ? and exists (select 1 from "${staged.rawRows.name}" as staged
      where staged."rowIndex" = raw_import_data."rowIndex" and staged."rawData" = raw_import_data."rawData")`
  await run(tx, text, signal, [id, at, sheetName, before.batchId])
}

/**
 * Deletes raw rows other than those of the last import: they are of the one before, or were left by an import that has
 * failed. Rows of earlier imports are in the file store (docs/imports.md#what-is-kept).
 */
export async function removeOtherRows(db: Db): Promise<void> {
  const current = (await readSheetRecord(db))?.batchId ?? ''
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('raw_import_data')
      .where('id', 'in', (query) =>
        query
          .selectFrom('raw_import_data')
          .select('id')
          .where('importBatch', '!=', current)
          .limit(rowsPerChunk),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows < rowsPerChunk) return
    await pauseBetweenChunks()
  }
}
