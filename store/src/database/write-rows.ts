import { CompiledQuery } from 'kysely'
import { toJson } from './column-values.ts'
import { type Db, isPostgres } from './open-database.ts'
import { inBatches } from './statement-batches.ts'

export type CellValue = string | number | null
export type NamedValues = Readonly<Record<string, CellValue>>

/** SQLite takes at most 32,766 values in a statement; more than a few dozen rows per statement bring no gain. */
const sqliteRows = 100
const postgresRows = 1_000

interface PutOptions {
  /** Columns that every row has; defaults to those of the first row. */
  columns?: readonly string[]
  /** Updates a row that has the same value in this unique column; if left out, such a row makes the statement fail. */
  replaceBy?: string
  signal?: AbortSignal | undefined
}

/** Inserts rows, which all have the same columns, each value into the column of its name. */
export async function upsertRows(
  tx: Db,
  table: string,
  rows: readonly NamedValues[],
  { columns = Object.keys(rows[0] ?? {}), replaceBy, signal }: PutOptions,
): Promise<void> {
  const names = quoted(columns)
  const conflict = onConflict(columns, replaceBy)
  for (const batch of inBatches(rows, isPostgres(tx) ? postgresRows : sqliteRows)) {
    signal?.throwIfAborted()
    const [source, parameters] = isPostgres(tx)
      ? asJson(table, names, batch)
      : asParameters(columns, batch)
    const text = `insert into "${table}" (${names}) ${source}${conflict}`
    await tx.executeQuery(CompiledQuery.raw(text, parameters))
  }
}

type Source = [text: string, parameters: unknown[]]

function asParameters(columns: readonly string[], batch: readonly NamedValues[]): Source {
  const row = `(${columns.map(() => '?').join(', ')})`
  return [
    `values ${Array(batch.length).fill(row).join(', ')}`,
    batch.flatMap((values) => columns.map((column) => values[column])),
  ]
}

/** Gives many rows as one JSON text: twice as fast here as a parameter per value, with a third of the work for us. */
function asJson(table: string, names: string, batch: readonly NamedValues[]): Source {
  const rows = `json_populate_recordset(null::"${table}", $1::json)`
  return [`select ${names} from ${rows}`, [toJson(batch)]]
}

export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

/** Returns the clause that turns an insert into an update of existing rows. */
export function onConflict(columns: readonly string[], replaceBy: string | undefined): string {
  if (replaceBy === undefined) return ''
  const changes = columns.map((column) => `"${column}" = excluded."${column}"`)
  return ` on conflict ("${replaceBy}") do update set ${changes.join(', ')}`
}
