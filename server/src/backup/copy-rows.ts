import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { sql } from 'kysely'
import { StartError } from '../start/start-error.ts'
import { type CopiedTable, copiedTables } from './copied-tables.ts'

const rowsPerPage = 500

/**
 * Copies all rows from SQLite to PostgreSQL in one transaction. The target must be empty, unless its rows are replaced
 * in it.
 * @throws StartError when the target is not empty or a value cannot be stored there.
 */
export async function fillPostgres(
  source: Db,
  target: Db,
  { isReplacing = false } = {},
): Promise<void> {
  await target.transaction().execute(async (tx) => {
    // A server that starts on the target meanwhile waits, and then finds all rows.
    const names = copiedTables.map(({ name }) => sql.table(name))
    await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(tx)
    if (isReplacing) await deleteRows(tx)
    else await requireEmpty(tx)
    await copyRows(source, tx)
    await sql`select setval(pg_get_serial_sequence('audit_log', 'sequence'), max(sequence))
      from audit_log`.execute(tx)
  })
}

export async function copyRows(source: Db, tx: Db): Promise<void> {
  for (const table of copiedTables) await copyTable(source, tx, table)
}

async function deleteRows(tx: Db): Promise<void> {
  for (const { name } of copiedTables.toReversed()) {
    await sql`delete from ${sql.table(name)}`.execute(tx)
  }
}

async function requireEmpty(tx: Db): Promise<void> {
  for (const { name } of copiedTables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) {
      throw new StartError(
        `The database is not empty: its table ${name} has rows. Name an empty one, or add --replace. Nothing was changed.`,
      )
    }
  }
}

async function copyTable(source: Db, tx: Db, table: CopiedTable): Promise<void> {
  for await (const page of pagesOf(source, table)) await insert(tx, table, page)
}

/** Yields all rows in order, a page at a time, without columns that this version does not have. */
async function* pagesOf(db: Db, table: CopiedTable): AsyncGenerator<PlainRow[]> {
  const { name } = table
  const key = isPostgres(db) ? table.key : 'rowid'
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  let last: unknown
  for (;;) {
    const after = last === undefined ? sql`` : sql`where ${sql.ref(key)} > ${last}`
    const { rows } = await sql<PlainRow & { orderKey: unknown }>`
      select ${sql.ref(key)} as "orderKey", ${columns} from ${sql.table(name)} ${after}
      order by ${sql.ref(key)} limit ${sql.lit(rowsPerPage)}`.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)?.orderKey
    yield rows.map(({ orderKey: _, ...row }) => row)
  }
}

async function insert(tx: Db, table: CopiedTable, rows: readonly PlainRow[]): Promise<void> {
  const { name, columns } = table
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  for (const row of rows) refuseNul(table, row)
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(tx)
}

/**
 * Refuses the character NUL, the only one that PostgreSQL cannot store in a text.
 * @throws StartError naming the row.
 */
export function refuseNul({ name, key }: Pick<CopiedTable, 'name' | 'key'>, row: PlainRow): void {
  const found = Object.entries(row).find(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  )
  if (!found) return
  throw new StartError(
    `The table ${name} holds the character NUL, which PostgreSQL does not keep: column ${found[0]} of the row whose ${key} is "${row[key]}". Remove it where the backup was made, and make another; nothing was changed.`,
  )
}

type PlainRow = Record<string, unknown>
