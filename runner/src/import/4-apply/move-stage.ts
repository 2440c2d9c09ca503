import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { onConflict, quoted } from '@dashboard/store/database/write-rows'
import { CompiledQuery } from 'kysely'
import type { DetailKind } from '../3-plan/detail-kinds.ts'
import { detailColumns } from '../3-plan/plan-details.ts'
import { fromStaged, staged, volunteerColumns } from '../3-plan/plan-stage.ts'

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
