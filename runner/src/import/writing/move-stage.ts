import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { onConflict, quoted } from '@dashboard/store/database/write-rows'
import { CompiledQuery } from 'kysely'
import { type DetailKind, detailKinds } from '../planning/detail-kinds.ts'
import { staged } from '../planning/plan-stage.ts'
import { detailColumns } from '../planning/plan-volunteers.ts'

/** Writes staged rows, each statement a whole table at a time. */

export async function moveVolunteers(tx: Db, signal: AbortSignal): Promise<void> {
  const { name, columns } = staged.volunteers
  const names = quoted(columns)
  // Without a condition, SQLite would parse "on conflict" as a join condition.
  const text = `insert into volunteers (${names}) select ${names} from "${name}" where true`
  await runSql(tx, text + onConflict(columns, 'id'), signal)
}

export async function moveDetails(
  tx: Db,
  kind: DetailKind,
  at: string,
  signal: AbortSignal,
): Promise<void> {
  const names = quoted(detailColumns(kind))
  const text = `insert into "${kind.table}" (${names}, "${kind.madeAt}") select ${names}, '${at}' from "${staged.added(kind).name}"`
  await runSql(tx, text, signal)
}

export function deleteStaged(tx: Db, kind: DetailKind, signal: AbortSignal): Promise<void> {
  const from = staged.removed(kind).name
  return runSql(tx, `delete from "${kind.table}" where id in (select id from "${from}")`, signal)
}

async function runSql(
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

/** Replaces the raw rows of the last import by those of this one. */
export async function replaceRawRows(
  tx: Db,
  { at, batch, sheetName }: { at: string; batch: string; sheetName: string },
  signal: AbortSignal,
): Promise<void> {
  await runSql(tx, 'delete from raw_import_data', signal)
  const columns = quoted(staged.rawRows.columns)
  const marks = [1, 2, 3].map((number) => (isPostgres(tx) ? `$${number}::text` : '?'))
  const text = `insert into raw_import_data (${columns}, "processedAt", "importBatch", "sheetName")
    select ${columns}, ${marks.join()} from "${staged.rawRows.name}"`
  await runSql(tx, text, signal, [at, batch, sheetName])
}

/**
 * Lets PostgreSQL count the rows of an import that changed much: it does so by itself only a minute later, and until then
 * takes the tables for as small as they were. Reads and writes of others do not wait for it.
 */
export async function renewStatistics(tx: Db, signal: AbortSignal): Promise<void> {
  if (!isPostgres(tx)) return
  const details = detailKinds.map(({ table }) => table)
  const tables = ['circuits', 'congregations', 'volunteers', ...details, 'raw_import_data']
  await runSql(tx, `analyze ${quoted(tables)}`, signal)
}
