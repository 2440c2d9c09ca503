import { toJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import { CompiledQuery } from 'kysely'
import type { CellValue, DetailTable } from '../2-match/existing-data.ts'

/** SQLite takes at most 32,766 values in a statement; beyond a few dozen rows nothing is gained. */
const sqliteRows = 100
const postgresRows = 1_000
const idsPerStatement = 1_000

/** Adds rows, given as values of `columns`; with `replace`, one whose id is there already is changed. */
export async function putRows(
  tx: Db,
  table: keyof Database,
  columns: readonly string[],
  rows: readonly CellValue[][],
  { replace = false, signal }: { replace?: boolean; signal: AbortSignal },
): Promise<void> {
  const [size, statement] = isPostgres(tx)
    ? ([postgresRows, postgresInsert(table, columns, replace)] as const)
    : ([sqliteRows, sqliteInsert(table, columns, replace)] as const)
  for (let start = 0; start < rows.length; start += size) {
    signal.throwIfAborted()
    await tx.executeQuery(statement(rows.slice(start, start + size)))
  }
}

type InsertStatement = (batch: readonly CellValue[][]) => CompiledQuery

/** Many rows of values; the text, which is most of the work, is made once. */
function sqliteInsert(
  table: string,
  columns: readonly string[],
  replace: boolean,
): InsertStatement {
  const row = `(${columns.map(() => '?').join(', ')})`
  const textFor = (count: number) =>
    `insert into "${table}" (${quoted(columns)}) values ${Array(count).fill(row).join(', ')}${onConflict(columns, replace)}`
  const fullText = textFor(sqliteRows)
  return (batch) =>
    CompiledQuery.raw(batch.length === sqliteRows ? fullText : textFor(batch.length), batch.flat())
}

/** One JSON text for many rows: twice as quick here as a value each, at a third of our own work. */
function postgresInsert(
  table: string,
  columns: readonly string[],
  replace: boolean,
): InsertStatement {
  const text = `insert into "${table}" (${quoted(columns)}) select ${quoted(columns)} from json_populate_recordset(null::"${table}", $1::json)${onConflict(columns, replace)}`
  return (batch) => {
    const records = batch.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index]])),
    )
    return CompiledQuery.raw(text, [toJson(records)])
  }
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

function onConflict(columns: readonly string[], replace: boolean): string {
  if (!replace) return ''
  const changes = columns.map((column) => `"${column}" = excluded."${column}"`)
  return ` on conflict (id) do update set ${changes.join(', ')}`
}

/** The same for rows as objects, which all have the same keys. */
export async function putRecords(
  tx: Db,
  table: keyof Database,
  records: readonly object[],
  options: { replace: boolean; signal: AbortSignal },
): Promise<void> {
  const [first] = records
  if (first === undefined) return
  const rows = records.map((record): CellValue[] => Object.values(record))
  await putRows(tx, table, Object.keys(first), rows, options)
}

export async function deleteRows(
  tx: Db,
  table: 'circuits' | 'congregations' | 'volunteers' | DetailTable,
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
