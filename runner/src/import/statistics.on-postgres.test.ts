import { freshDatabase } from '@dashboard/store/test/database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importCsv, numberedRows, sheetOf } from '../../test/imports.ts'

test('PostgreSQL knows at the end of an import that writes 1,000 volunteers how many there are', async () => {
  const db = await freshDatabase()
  const readSizes = async () => {
    const { rows } = await sql<{ name: string; size: number }>`
      select relname as name, reltuples::int as size from pg_class
      where relname in ('volunteers', 'raw_import_data') order by relname`.execute(db)
    return Object.fromEntries(rows.map(({ name, size }) => [name, size]))
  }
  await sql`analyze volunteers, raw_import_data`.execute(db)
  await importCsv(db, sheetOf(numberedRows(10)))
  expect(await readSizes()).toEqual({ volunteers: 0, raw_import_data: 0 })
  await db.deleteFrom('volunteers').execute()
  await importCsv(db, sheetOf(numberedRows(1_000)))
  expect(await readSizes()).toEqual({ volunteers: 1_000, raw_import_data: 1_000 })
})
