import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { copiedTables } from './copied-tables.ts'

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
