import { freshDatabase } from '@dashboard/store/test/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { copiedTables } from './copied-tables.ts'
import { copyRows } from './copy-rows.ts'

it('lists every table and the columns that identify its rows', async () => {
  const db = await freshDatabase()
  const tables = await db.introspection.getTables()
  const dataTables = tables.filter(({ name }) => !name.startsWith('kysely_'))
  expect(copiedTables.map(({ name }) => name).sort()).toEqual(
    dataTables.map(({ name }) => name).sort(),
  )
  for (const { name, key } of copiedTables) {
    const columns = dataTables.find((table) => table.name === name)?.columns ?? []
    expect(columns.map((column) => column.name)).toContain(key)
  }
})

it('copies rows without a column that this version does not have', async () => {
  const [source, target] = [await freshDatabase(), await freshDatabase()]
  await sql`alter table circuits add column "former" text`.execute(source)
  const circuit = { id: 'c1', name: 'NY-1', congregations: 2, lastUpdated: null }
  await source.insertInto('circuits').values(circuit).execute()
  await target.transaction().execute((tx) => copyRows(source, tx))
  expect(await target.selectFrom('circuits').selectAll().execute()).toEqual([circuit])
})
