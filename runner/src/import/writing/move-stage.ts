import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { onConflict, quoted } from '@dashboard/store/database/write-rows'
import { CompiledQuery } from 'kysely'
import type { DetailKind } from '../planning/detail-kinds.ts'
import { fromStaged, staged, volunteerColumns } from '../planning/plan-stage.ts'
import { detailColumns } from '../planning/plan-volunteers.ts'

/** Writes staged rows, each statement a whole table at a time. */

/** The raw rows of an import. */
export interface ImportBatch {
  /** Sorts by time, and contains the job's id. */
  id: string
  at: string
  sheetName: string
  /** Number of the last row that is not blank. */
  lastRow: number
}

/**
 * Adds the raw rows after the first of these numbers, up to the second, to a batch; on SQLite only those that the batch
 * `before` does not have at the same place.
 */
export function moveRawRows(
  db: Db,
  { id, at, sheetName }: ImportBatch,
  [after, last]: readonly [number, number],
  { before, signal }: { before: string | undefined; signal: AbortSignal },
): Promise<void> {
  const columns = quoted(['id', 'rowIndex', 'rawData'])
  const marks = [1, 2, 3].map((number) => (isPostgres(db) ? `$${number}::text` : '?'))
  const isShared = before !== undefined && !isPostgres(db)
  const isAnother = isShared ? `and not ${hasRawRow('?', 'staged')}` : ''
  const text = `insert into raw_import_data (${columns}, "processedAt", "importBatch", "sheetName")
    select ${columns}, ${marks.join()}
    from ${fromStaged(db, staged.rawRows)} where "rowIndex" > ${after} and "rowIndex" <= ${last} ${isAnother}`
  return run(db, text, signal, [at, id, sheetName, ...(isShared ? [before] : [])])
}

/**
 * Moves rows that a batch shares with the previous one into this batch; on SQLite only. Writing them again beside the
 * old ones would need twice the space; PostgreSQL rewrites a row whatever changes in it.
 */
export async function takeSharedRows(
  tx: Db,
  { id, at, sheetName }: ImportBatch,
  before: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (before === undefined || isPostgres(tx)) return
  const text = `update raw_import_data set "importBatch" = ?, "processedAt" = ?, "sheetName" = ?
    where "importBatch" = ? and exists (select 1 from "${staged.rawRows.name}" as staged
      where staged."rowIndex" = raw_import_data."rowIndex" and staged."rawData" = raw_import_data."rawData")`
  await run(tx, text, signal, [id, at, sheetName, before])
}

/** Returns the condition that a batch has the staged row at the same place. */
function hasRawRow(batch: string, row: string): string {
  return `exists (select 1 from raw_import_data as kept where kept."importBatch" = ${batch}
    and kept."rowIndex" = ${row}."rowIndex" and kept."rawData" = ${row}."rawData")`
}

export async function moveVolunteers(tx: Db, signal: AbortSignal): Promise<void> {
  const names = quoted(volunteerColumns)
  const from = fromStaged(tx, staged.volunteers)
  // Without a condition, SQLite would parse "on conflict" as a join condition.
  const text = `insert into volunteers (${names}) select ${names} from ${from} where true`
  await run(tx, text + onConflict(volunteerColumns, 'id'), signal)
}

/** Deletes the search rows of the staged volunteers, so that they are folded again. */
export function forgetFolded(tx: Db, signal: AbortSignal): Promise<void> {
  const from = fromStaged(tx, staged.volunteers)
  const text = `delete from volunteer_search where "volunteerId" in (select id from ${from})`
  return run(tx, text, signal)
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
export const rowsPerPiece = 5_000
const pauseMs = 15

/** Gives other processes time to write: without a pause, SQLite would mostly grant this process the lock again. */
export function pauseBetweenPieces(): Promise<void> {
  return sleep(pauseMs)
}

/**
 * Writes staged rows numbered from 1 to `last` in pieces, each in its own transaction; a piece has the rows after its
 * first number, up to its second. On PostgreSQL inserts block nobody, so all rows are one piece.
 */
export async function moveInPieces(
  db: Db,
  last: number,
  move: (after: number, upTo: number) => Promise<void>,
): Promise<void> {
  const size = isPostgres(db) ? Math.max(last, 1) : rowsPerPiece
  for (let start = 0; start < last; start += size) {
    if (start > 0) await pauseBetweenPieces()
    await move(start, start + size)
  }
}

/**
 * Stores the raw rows of a sheet, by import. They are most of what an import writes, and nobody reads them together
 * with volunteers. Therefore they are written in small pieces before the import's one transaction, and only that
 * transaction lists their batch as imported. A batch that is not listed was left by a failed import.
 */

/** Number of batches stored here; rows of earlier imports are in the file store (docs/imports.md#what-is-kept). */
const keptBatches = 1
const importedBatches = 'imported-batches'

/** Writes the staged rows as a batch that is not listed yet, in short transactions. */
export async function storeRawRows(db: Db, batch: ImportBatch, signal: AbortSignal): Promise<void> {
  await listBatchesOnce(db)
  const before = await readNewestBatch(db)
  await moveInPieces(db, batch.lastRow, (after, upTo) =>
    moveRawRows(db, batch, [after, upTo], { before, signal }),
  )
}

/** Lists the batch as imported and drops the previous one from the list, in the transaction of the import. */
export async function listBatch(tx: Db, batch: ImportBatch, signal: AbortSignal): Promise<void> {
  const before = (await readBatches(tx)) ?? []
  await takeSharedRows(tx, batch, before[0], signal)
  await saveBatches(tx, [batch.id, ...before].slice(0, keptBatches))
}

/** Returns the batch with the rows of the last import; `undefined` before the first. */
export async function readNewestBatch(db: Db): Promise<string | undefined> {
  return (await readBatches(db))?.[0]
}

export async function countRawRows(db: Db, batch: string): Promise<number> {
  const { count } = await db
    .selectFrom('raw_import_data')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('importBatch', '=', batch)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes rows of batches that are not listed: they are too old, or of a failed import. */
export async function removeUnlistedRows(db: Db): Promise<void> {
  const listed = await readBatches(db)
  if (listed === undefined) return
  for await (const batch of batchesFrom(db)) {
    if (!listed.includes(batch)) await removeBatch(db, batch)
  }
}

/** Yields the batches that have rows, each found by one index lookup. */
async function* batchesFrom(db: Db): AsyncGenerator<string> {
  let last = ''
  for (;;) {
    const { next } = await db
      .selectFrom('raw_import_data')
      .select((select) => select.fn.min('importBatch').as('next'))
      .where('importBatch', '>', last)
      .executeTakeFirstOrThrow()
    if (next === null) return
    yield next
    last = next
  }
}

async function removeBatch(db: Db, batch: string): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('raw_import_data')
      .where('id', 'in', (query) =>
        query
          .selectFrom('raw_import_data')
          .select('id')
          .where('importBatch', '=', batch)
          .limit(rowsPerPiece),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows < rowsPerPiece) return
    await pauseBetweenPieces()
  }
}

/** Lists the existing batches as imported if the list is missing, as after an older version. */
async function listBatchesOnce(db: Db): Promise<void> {
  if (await readBatches(db)) return
  const batches = await Array.fromAsync(batchesFrom(db))
  await saveBatches(db, batches.reverse().slice(0, keptBatches))
}

function readBatches(db: Db): Promise<string[] | undefined> {
  return readPreference<string[]>(db, importedBatches)
}

async function saveBatches(db: Db, ids: readonly string[]): Promise<void> {
  await savePreference(db, importedBatches, ids)
}
