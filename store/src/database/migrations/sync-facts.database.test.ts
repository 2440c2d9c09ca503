import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'
import { freshDatabaseToAlter } from '../../../test/database.ts'
import * as syncFacts from './0010-sync-facts.ts'

it('notes which older data are sample data', async () => {
  const db = await freshDatabaseToAlter()
  for (const column of ['errorDetails', 'retrying']) {
    await db.schema.alterTable('jobs').dropColumn(column).execute()
  }
  const add = async (
    eventType: string,
    day: number,
    eventSource: string,
    metadata = '{"rows":3}',
  ) => {
    const at = `2026-01-0${day}T00:00:00.000Z`
    const times = { lastTimestamp: at, createdAt: at, updatedAt: at }
    const row = { id: eventType, eventType, eventSource, metadata, ...times }
    await db.insertInto('automation_status').values(row).execute()
  }
  await add('export', 1, 'built-in sample data')
  await add('import', 2, 'the workbook volunteers.xlsx')
  await add('export-error', 3, 'Locust', '{"error":"It is down."}')
  const migration: Migration = syncFacts
  await migration.up(db)
  const rows = await db
    .selectFrom('automation_status')
    .selectAll()
    .orderBy('lastTimestamp')
    .execute()
  expect(rows.map(({ metadata }) => JSON.parse(metadata ?? ''))).toEqual([
    { rows: 3, isSampleData: true },
    { rows: 3, isSampleData: true },
    { error: 'It is down.' },
  ])
  expect(await db.selectFrom('jobs').select(['errorDetails', 'retrying']).execute()).toEqual([])
})
