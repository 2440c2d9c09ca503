import { recordExport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { setClock } from '@dashboard/store/test/clock'
import { freshDatabase } from '@dashboard/store/test/database'
import { inZone } from '@dashboard/store/test/zones'
import { expect, test } from 'vitest'
import { importCsv, type Row, sheetOf } from '../../test/imports.ts'
import { listCompleted, startWorld } from '../../test/reviews.ts'

const ready: Row = { Trained: 'yes', Available: 'yes' }
const people: Row[] = [
  { ...ready, 'Locust ID': 'L1', 'First Name': 'Ann' },
  { ...ready, 'Locust ID': 'L2', 'First Name': 'Bo', Available: 'no' },
  { ...ready, 'Locust ID': 'L3', 'First Name': 'Cy', Trained: 'no' },
  { ...ready, 'Locust ID': 'L4', 'First Name': 'Di', Congregation: 'East' },
  { ...ready, 'Locust ID': 'L5', 'First Name': 'Ed', Circuit: 'NY-2' },
]

/** Imports the rows at an instant. */
async function importAt(db: Db, at: string, rows: readonly Row[]) {
  setClock(Date.parse(at))
  await importCsv(db, sheetOf(rows), { maxRemoval: 1 })
}

/** Returns '2026-11 NY-1 Park 3 2 2 1': volunteers, trained, available, trained and available. */
async function readFigures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('month_figures')
    .select(['month', 'circuit', 'congregation', 'volunteers', 'trained', 'available'])
    .select('trainedAndAvailable')
    .orderBy('month')
    .orderBy('circuit')
    .orderBy('congregation')
    .execute()
  return rows.map((row) => Object.values(row).filter(String).join(' '))
}

test('an import keeps the figures of each circuit and congregation for its month', async () => {
  const db = await freshDatabase()
  await importAt(db, '2026-11-20T12:00:00Z', people)
  expect(await readFigures(db)).toEqual([
    '2026-11 NY-1 4 3 3 2',
    '2026-11 NY-1 East 1 1 1 1',
    '2026-11 NY-1 Park 3 2 2 1',
    '2026-11 NY-2 1 1 1 1',
    '2026-11 NY-2 Park 1 1 1 1',
  ])
})

test('the last import of a month replaces earlier ones of it, and no other month', async () => {
  const db = await freshDatabase()
  await importAt(db, '2026-10-02T12:00:00Z', people.slice(0, 2))
  await importAt(db, '2026-11-03T12:00:00Z', people)
  await importAt(db, '2026-11-20T12:00:00Z', people.slice(0, 1))
  expect(await readFigures(db)).toEqual([
    '2026-10 NY-1 2 2 1 1',
    '2026-10 NY-1 Park 2 2 1 1',
    '2026-11 NY-1 1 1 1 1',
    '2026-11 NY-1 Park 1 1 1 1',
  ])
})

test('an import that was undone counts no longer in its month', async () => {
  const { db, setSheet, importNow, review, apply } = await startWorld({ maxRemoval: 1 })
  await setSheet(sheetOf(people.slice(0, 2)))
  await importNow()
  await setSheet(sheetOf(people.slice(0, 1)))
  await importNow()
  const [, first] = await listCompleted(db)
  await apply(await review(first?.id))
  const figures = await readFigures(db)
  expect(figures.map((each) => each.slice(8))).toEqual(['NY-1 2 2 1 1', 'NY-1 Park 2 2 1 1'])
})

test.each([
  ['America/New_York', '2026-11'],
  ['Pacific/Auckland', '2026-12'],
])('a month ends when it ends in TIME_ZONE: %s', async (zone, month) => {
  inZone(zone)
  const db = await freshDatabase()
  await importAt(db, '2026-12-01T02:00:00Z', people.slice(0, 1))
  expect(await readFigures(db)).toEqual([`${month} NY-1 1 1 1 1`, `${month} NY-1 Park 1 1 1 1`])
})

test('240 months are kept', async () => {
  const db = await freshDatabase()
  for (const at of ['2006-10-20T12:00:00Z', '2006-11-20T12:00:00Z', '2006-12-20T12:00:00Z']) {
    await importAt(db, at, people.slice(0, 1))
  }
  await importAt(db, '2026-11-20T12:00:00Z', people.slice(0, 1))
  const months = (await readFigures(db)).map((each) => each.slice(0, 7))
  expect(new Set(months)).toEqual(new Set(['2006-12', '2026-11']))
})

test('sample data are not counted, and neither once they are replaced', async () => {
  const db = await freshDatabase()
  await recordExport(db, { source: 'some source', rows: 1, isSampleData: true })
  const sample = { 'Locust ID': 'L00001', 'Email Address': 'ann@example.org' }
  await importAt(db, '2026-11-03T12:00:00Z', [sample])
  expect(await readFigures(db)).toEqual([])
  await importAt(db, '2026-11-20T12:00:00Z', people.slice(4))
  expect(await readFigures(db)).toEqual(['2026-11 NY-2 1 1 1 1', '2026-11 NY-2 Park 1 1 1 1'])
})

test('figures follow a place that is spelled differently, and a place with another name starts anew', async () => {
  const db = await freshDatabase()
  await importAt(db, '2026-09-20T12:00:00Z', people.slice(0, 1))
  const written = { ...people[0], Circuit: 'ny-1', Congregation: 'PARK' }
  await importAt(db, '2026-10-20T12:00:00Z', [written])
  await importAt(db, '2026-11-20T12:00:00Z', [{ ...written, Congregation: 'Lake' }])
  expect(await readFigures(db)).toEqual([
    '2026-09 ny-1 1 1 1 1',
    '2026-09 ny-1 PARK 1 1 1 1',
    '2026-10 ny-1 1 1 1 1',
    '2026-10 ny-1 PARK 1 1 1 1',
    '2026-11 ny-1 1 1 1 1',
    '2026-11 ny-1 Lake 1 1 1 1',
  ])
})
