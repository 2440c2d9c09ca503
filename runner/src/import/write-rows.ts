import type { Db } from '@dashboard/store/database'
import type { Database } from '@dashboard/store/schema'
import { type Insertable, sql } from 'kysely'

/** SQLite takes at most 32,766 values in a statement, PostgreSQL 65,535; more rows gain nothing. */
const rowsPerStatement = 250
const idsPerStatement = 1_000

/** The tables that an import writes row by row. */
export type WrittenTable =
  | 'circuits'
  | 'congregations'
  | 'volunteers'
  | 'cart_locations'
  | 'volunteer_cart_assignments'
  | 'appointments'
  | 'availability_schedules'
  | 'emergency_contacts'
  | 'raw_import_data'

export type WrittenRow<Table extends WrittenTable> = Insertable<Database[Table]>

/** Inserts rows; one whose id is there already is changed to the given values. */
export async function putRows<Table extends WrittenTable>(
  tx: Db,
  table: Table,
  rows: readonly WrittenRow<Table>[],
  signal: AbortSignal,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first) as (keyof typeof first)[]
  const names = columns.map((column) => sql.ref(String(column)))
  const changes = names.map((name) => sql`${name} = excluded.${name}`)
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    signal.throwIfAborted()
    const values = rows
      .slice(start, start + rowsPerStatement)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values ${sql.join(values)}
      on conflict (id) do update set ${sql.join(changes)}`.execute(tx)
  }
}

export async function deleteRows(
  tx: Db,
  table: WrittenTable,
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
