import { freshDatabase } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import {
  importCsv,
  numberedRows,
  readBatchSizes,
  readEverything,
  sheetOf,
} from '../../test/imports.ts'

/** Tests what people see while an import runs, and what it leaves behind. */

test('an import shows how far it is, with the numbers of rows and volunteers', async () => {
  const db = await freshDatabase()
  const { log, steps } = await importCsv(db, sheetOf(numberedRows(1_200)))
  expect(log[0]).toMatch(/^Importing the sheet 'Data_Import' of .*volunteers\.csv.*\.$/)
  const source = /^Reading (.*)$/.exec(steps[0]?.[1] ?? '')?.[1]
  expect(source).toContain('volunteers.csv')
  expect(steps).toEqual([
    [0, `Reading ${source}`],
    [20, `Reading ${source}: 500 rows so far`],
    [20, `Reading ${source}: 1,000 rows so far`],
    [50, 'Comparing 1,200 rows with the current volunteers'],
    [70, 'Saving 1,200 new or changed volunteers'],
  ])
  expect(log.at(-1)).toBe(
    'Import finished: 1,200 rows read, 1,200 imported, 0 skipped; 1,200 volunteers changed (1,200 new), 0 removed.',
  )
})

test('an import counts what it updates and adds together, and separately in the record', async () => {
  const db = await freshDatabase()
  await importCsv(db, sheetOf(numberedRows(4)))
  const rows = numberedRows(5).slice(1)
  const changed = rows.map((row, index) => (index === 0 ? { ...row, Zone: 'North' } : row))
  const { log, steps } = await importCsv(db, sheetOf(changed))
  expect(steps.at(-1)).toEqual([70, 'Saving 2 new or changed volunteers'])
  expect(log.at(-1)).toContain('4 imported, 0 skipped; 2 volunteers changed (1 new), 1 removed.')
  const record = await db
    .selectFrom('automation_status')
    .selectAll()
    .where('eventType', '=', 'import')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(record.metadata ?? '')).toMatchObject({
    new: 1,
    changed: 1,
    left: 1,
    unchanged: 2,
    isSampleData: false,
  })
  expect(record.eventSource).toContain('volunteers.csv')
})

test('a sheet without rows imports nothing', async () => {
  const db = await freshDatabase()
  const { outcome, log } = await importCsv(db, 'First Name,Last Name,Circuit,Congregation\n')
  expect(outcome).toMatchObject({ rowCount: 0, circuitsCount: 0 })
  expect(log.at(-1)).toContain('0 rows read, 0 imported')
  expect((await readEverything(db)).volunteers).toEqual([])
  expect(await readBatchSizes(db)).toEqual([])
})

test('exactly 200 skipped rows are named one by one, and nothing is left to count', async () => {
  const db = await freshDatabase()
  const same = Array.from({ length: 201 }, () => ({ 'Locust ID': 'L1' }))
  const { log } = await importCsv(db, sheetOf(same))
  expect(log.filter((line) => line.includes('skipped:'))).toHaveLength(200)
  expect(log.some((line) => line.includes('more rows skipped'))).toBe(false)
  const more = await importCsv(db, sheetOf([...same, { 'Locust ID': 'L1' }]))
  expect(more.log).toContain('… and 1 more rows skipped.')
})

test('more warnings than 200 are counted', async () => {
  const db = await freshDatabase()
  const odd = numberedRows(202).map((row) => ({ ...row, 'First Name': 'Ann', Trained: 'perhaps' }))
  const { log } = await importCsv(db, sheetOf(odd))
  expect(log.filter((line) => line.includes("'Trained'"))).toHaveLength(200)
  expect(log).toContain('… and 2 more warnings.')
})
