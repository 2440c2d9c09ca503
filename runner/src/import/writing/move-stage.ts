import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'
import { onConflict, quoted } from '@dashboard/store/database/write-rows'
import { CompiledQuery } from 'kysely'
import type { DetailKind } from '../planning/detail-kinds.ts'
import { fromStaged, staged, volunteerColumns } from '../planning/plan-stage.ts'
import { detailColumns } from '../planning/plan-volunteers.ts'

/** The statements that write what is staged, each a whole table at a time. */

const idsPerStatement = 1_000

/** The rows of an import as they came. */
export interface ImportBatch {
  /** Sorts by time, and names the job. */
  id: string
  at: string
  sheetName: string
  /** The number of the last row that is not blank. */
  lastRow: number
}

/**
 * Adds the raw rows with these numbers, of which the first does not count any more, to a batch; on SQLite only
 * those that `before` does not have in the same place.
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
 * On SQLite, makes the rows that a batch shares with the one before rows of this batch. Writing them anew beside the
 * old ones would need the space of both; PostgreSQL writes a row anew whatever changes of it.
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

/** Whether a batch has the row of a stage in its place. */
function hasRawRow(batch: string, row: string): string {
  return `exists (select 1 from raw_import_data as kept where kept."importBatch" = ${batch}
    and kept."rowIndex" = ${row}."rowIndex" and kept."rawData" = ${row}."rawData")`
}

export async function moveVolunteers(tx: Db, signal: AbortSignal): Promise<void> {
  const names = quoted(volunteerColumns)
  const from = fromStaged(tx, staged.volunteers)
  // Without a condition SQLite takes "on conflict" for the condition of a join.
  const text = `insert into volunteers (${names}) select ${names} from ${from} where true`
  await run(tx, text + onConflict(volunteerColumns, 'id'), signal)
}

/** Takes the search rows of the staged volunteers away, so that they are folded anew. */
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
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    signal.throwIfAborted()
    await tx
      .deleteFrom(table)
      .where('id', 'in', ids.slice(start, start + idsPerStatement))
      .execute()
  }
}

/** Rows that are written or deleted at a time on SQLite. */
export const rowsPerPiece = 5_000
const pauseMs = 15

/** In which other processes can write: without it, SQLite would mostly grant this one the lock again. */
export function pauseBetweenPieces(): Promise<void> {
  return sleep(pauseMs)
}

/**
 * Has staged rows written that are numbered from 1 to `last`, some at a time in transactions of their own: those after
 * the first number, up to the second. On PostgreSQL nobody waits for rows that are inserted, and all are one piece.
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
 * The sheet's rows as they came, by import. They are most of what an import writes, and nobody reads them
 * with the volunteers: so they are written before the import's one transaction, a few at a time, and only
 * that transaction lists their batch as imported. What is not listed was left by an import that failed.
 */

/** Those of earlier imports are in the file store (docs/imports.md#what-is-kept). */
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

/** Lists the batch as imported, in the transaction of its import, and the one before no more. */
export async function listBatch(tx: Db, batch: ImportBatch, signal: AbortSignal): Promise<void> {
  const before = (await readBatches(tx)) ?? []
  await takeSharedRows(tx, batch, before[0], signal)
  await saveBatches(tx, [batch.id, ...before].slice(0, keptBatches))
}

/** The batch with the rows of the last import; `undefined` before the first. */
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

/** Removes rows of batches that are not listed: too old, or of an import that failed. */
export async function removeUnlistedRows(db: Db): Promise<void> {
  const listed = await readBatches(db)
  if (listed === undefined) return
  for await (const batch of batchesFrom(db)) {
    if (!listed.includes(batch)) await removeBatch(db, batch)
  }
}

/** The batches that have rows, each found by one look into the index. */
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

/** Batches of an older version, which listed none, count as imported. */
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
