import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromJsonOr, nowIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { RawRow } from '../1-read/read-sheet.ts'
import { putRows } from './write-rows.ts'

/**
 * The sheet's rows as they came, by import. They are most of what an import writes, and nobody reads them
 * with the volunteers: so they are written before the import's one transaction, a few at a time, and only
 * that transaction lists their batch as imported. What is not listed was left by an import that failed.
 */

const keptBatches = 3
const importedBatches = 'imported-batches'
const rowsPerTransaction = 2_000
/** Lets others write between two transactions; SQLite itself favors who has just had the lock. */
const pauseMs = 20

/** What belongs to one import beside the plan. */
export interface ImportBatch {
  /** Sorts by time, and names the job. */
  id: string
  at: string
  /** The spreadsheet's description. */
  source: string
  sheetName: string
  /** Whether these are the built-in sample volunteers. */
  isSampleData: boolean
  rawRows: readonly RawRow[]
}

/** Writes the rows of a batch that is not listed yet, in short transactions. */
export async function storeRawRows(
  db: Db,
  { id: importBatch, at: processedAt, sheetName, rawRows }: ImportBatch,
  signal: AbortSignal,
): Promise<void> {
  await listBatchesOnce(db)
  for (let start = 0; start < rawRows.length; start += rowsPerTransaction) {
    signal.throwIfAborted()
    const rows = rawRows.slice(start, start + rowsPerTransaction).map(({ rowIndex, rawData }) => ({
      id: randomUUIDv7(),
      rowIndex,
      rawData,
      processedAt,
      importBatch,
      sheetName,
    }))
    await db.transaction().execute((tx) => putRows(tx, 'raw_import_data', rows, { signal }))
    await sleep(pauseMs)
  }
}

/** Lists the batch as imported, in the transaction of its import, and the oldest no more. */
export async function listBatch(tx: Db, id: string): Promise<void> {
  const before = (await readBatches(tx)) ?? []
  await saveBatches(tx, [id, ...before].slice(0, keptBatches))
}

/** Removes rows of batches that are not listed: too old, or of an import that failed. */
export async function removeUnlistedRows(db: Db): Promise<void> {
  const listed = await readBatches(db)
  if (listed === undefined) return
  for (;;) {
    const rows = await db
      .selectFrom('raw_import_data')
      .select('id')
      .$if(listed.length > 0, (query) => query.where('importBatch', 'not in', listed))
      .limit(rowsPerTransaction)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('raw_import_data').where('id', 'in', ids).execute()
    await sleep(pauseMs)
  }
}

/** What an older version has imported counts as imported. */
async function listBatchesOnce(db: Db): Promise<void> {
  if (await readBatches(db)) return
  const batches = await db
    .selectFrom('raw_import_data')
    .select('importBatch')
    .distinct()
    .orderBy('importBatch', 'desc')
    .execute()
  const ids = batches.flatMap(({ importBatch }) => importBatch ?? [])
  await saveBatches(db, ids.slice(0, keptBatches))
}

async function readBatches(db: Db): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('name', '=', importedBatches)
    .executeTakeFirst()
  return row && fromJsonOr<string[]>(row.value, [])
}

async function saveBatches(db: Db, ids: readonly string[]): Promise<void> {
  const values = { value: toJson(ids), updatedAt: nowIso() }
  await db
    .insertInto('preferences')
    .values({ name: importedBatches, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}
