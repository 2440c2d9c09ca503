import { toJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import { CompiledQuery } from 'kysely'
import type { CellValue, DetailTable, NamedValues } from '../2-match/existing-data.ts'

/** SQLite takes at most 32,766 values in a statement; beyond a few dozen rows nothing is gained. */
const sqliteRows = 100
const postgresRows = 1_000
const idsPerStatement = 1_000

interface PutOptions {
  /** The columns that every row has; those of the first row when left out. */
  columns?: readonly string[]
  /** Changes a row whose id exists already; without it such a row fails the statement. */
  replace?: boolean
  signal: AbortSignal
}

/**
 * Adds rows, each value in the column of its name.
 * @throws when a row lacks one of the columns or has another.
 */
export async function putRows(
  tx: Db,
  table: keyof Database,
  rows: readonly NamedValues[],
  { columns = Object.keys(rows[0] ?? {}), replace = false, signal }: PutOptions,
): Promise<void> {
  const [size, statement] = isPostgres(tx)
    ? ([postgresRows, postgresInsert(table, columns, replace)] as const)
    : ([sqliteRows, sqliteInsert(table, columns, replace)] as const)
  for (let start = 0; start < rows.length; start += size) {
    signal.throwIfAborted()
    const batch = rows.slice(start, start + size)
    for (const row of batch) requireColumns(table, columns, row)
    await tx.executeQuery(statement(batch))
  }
}

/** A missing value would become NULL on PostgreSQL, and an unknown one would be dropped in silence. */
function requireColumns(table: string, columns: readonly string[], row: NamedValues): void {
  const missing = columns.find((column) => row[column] === undefined)
  if (missing !== undefined) throw new Error(`A row of ${table} lacks the column ${missing}`)
  const names = Object.keys(row)
  if (names.length === columns.length) return
  const unknown = names.find((name) => !columns.includes(name))
  throw new Error(`A row of ${table} has the unknown column ${unknown}`)
}

type InsertStatement = (batch: readonly NamedValues[]) => CompiledQuery

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
  return (batch) => {
    const values: CellValue[] = []
    for (const row of batch) {
      for (const column of columns) values.push(row[column] ?? null)
    }
    return CompiledQuery.raw(batch.length === sqliteRows ? fullText : textFor(batch.length), values)
  }
}

/** One JSON text for many rows: twice as quick here as a value each, at a third of our own work. */
function postgresInsert(
  table: string,
  columns: readonly string[],
  replace: boolean,
): InsertStatement {
  const text = `insert into "${table}" (${quoted(columns)}) select ${quoted(columns)} from json_populate_recordset(null::"${table}", $1::json)${onConflict(columns, replace)}`
  return (batch) => CompiledQuery.raw(text, [toJson(batch)])
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

function onConflict(columns: readonly string[], replace: boolean): string {
  if (!replace) return ''
  const changes = columns.map((column) => `"${column}" = excluded."${column}"`)
  return ` on conflict (id) do update set ${changes.join(', ')}`
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
