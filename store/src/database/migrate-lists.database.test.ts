import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'
import { freshDatabaseToAlter } from '../../test/database.ts'
import * as lists from './migrations/0018-lists.ts'

it('gives older reports their keys, and finds the current one of each place', async () => {
  const db = await freshDatabaseToAlter()
  const added = [
    'reports_place_generatedAt_id',
    'reports_generatedAt_id',
    'reports_isCurrent_generatedAt_id',
    'reports_isCurrent_nameKey_id',
    'reports_isCurrent_size_generatedAt_id',
    'users_createdAt_id',
  ]
  for (const name of added) await db.schema.dropIndex(name).execute()
  for (const column of ['place', 'nameKey', 'searchText', 'isCurrent']) {
    await db.schema.alterTable('reports').dropColumn(column).execute()
  }
  const reports = [
    ['a', 'NY-2', null, '2026-01-01'],
    ['b', 'NY-2', null, '2026-01-02'],
    ['c', 'NY-2', 'Astoria', '2026-01-01'],
    // Two reports of the same instant: only one of them is current.
    ['d', 'NY-10', null, '2026-01-01'],
    ['e', 'NY-10', null, '2026-01-01'],
  ] as const
  for (const [id, circuit, congregation, at] of reports) {
    await sql`insert into reports (id, "circuitId", congregation, filename, size, format,
        "generatedAt", "downloadUrl", "storageKey")
      values (${id}, ${circuit}, ${congregation}, ${`${id}.PDF`}, 1, 'pdf', ${at}, '', ${id})`.execute(
      db,
    )
  }
  const migration: Migration = lists
  await migration.up(db)
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'place', 'nameKey', 'searchText', 'isCurrent'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 1],
    ['d', 0],
    ['e', 1],
  ])
  expect(rows[2]).toMatchObject({
    place: 'NY-2\nAstoria',
    nameKey: 'ny-000000000002\nastoria',
    searchText: 'ny-2\nc.pdf',
  })
})
