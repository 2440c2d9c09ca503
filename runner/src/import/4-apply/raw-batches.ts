import type { Db } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'
import { moveInPieces, pauseBetweenPieces, rowsPerPiece } from './move-in-pieces.ts'
import { type ImportBatch, moveRawRows, takeSharedRows } from './move-stage.ts'

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
