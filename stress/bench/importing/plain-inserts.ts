import { copyFileSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { contentTables } from '../../torture/kills/imported-content.ts'

/** Inserts the rows that an import has written into another empty database, without any other work. */

const tables = ['jobs', 'imports', ...contentTables, 'import_changes', 'volunteer_search']
const rowsPerStatement = 1_000

/** Inserts row by row with one prepared statement per table, in one transaction; returns its processor time. */
export function insertIntoSqlite(source: string, empty: string, target: string): number {
  const from = new DatabaseSync(source)
  const read = tables.map((table) => {
    const statement = from.prepare(`select * from ${table} order by rowid`)
    const columns = statement.columns().map(({ name }) => name)
    const rows = statement.all()
    return { table, columns, rows: rows.map((row) => columns.map((column) => row[column])) }
  })
  from.close()
  for (const end of ['', '-wal', '-shm']) rmSync(target + end, { force: true })
  copyFileSync(empty, target)
  const database = new DatabaseSync(target)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32768')
  const before = process.cpuUsage()
  database.exec('begin immediate')
  for (const { table, columns, rows } of read) {
    const marks = columns.map(() => '?').join()
    const insert = database.prepare(`insert into ${table} (${quoted(columns)}) values (${marks})`)
    for (const row of rows) insert.run(...(row as SQLInputValue[]))
  }
  database.exec('commit')
  const { user, system } = process.cpuUsage(before)
  database.close()
  return (user + system) / 1_000
}

/** Inserts with statements of a thousand rows in one transaction; returns how long they took. */
export async function insertIntoPostgres(source: string, target: string): Promise<number> {
  const from = new pg.Client(source)
  await from.connect()
  const read: { table: string; columns: string[]; rows: unknown[][] }[] = []
  for (const table of tables) {
    const text = `select * from ${table} order by 1`
    const { rows, fields } = await from.query<unknown[]>({ text, rowMode: 'array' })
    read.push({ table, columns: fields.map(({ name }) => name), rows })
  }
  await from.end()
  const client = new pg.Client(target)
  await client.connect()
  const startedAt = performance.now()
  await client.query('begin')
  for (const { table, columns, rows } of read) {
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const some = rows.slice(start, start + rowsPerStatement)
      let mark = 0
      const values = some.map(() => `(${columns.map(() => `$${++mark}`).join()})`).join()
      const text = `insert into ${table} (${quoted(columns)}) values ${values}`
      await client.query(text, some.flat())
    }
  }
  await client.query('commit')
  const elapsedMs = performance.now() - startedAt
  await client.end()
  return elapsedMs
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join()
}
