import type { ImportGuard } from '@dashboard/contract/imports'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, test } from 'vitest'
import {
  fullRow,
  importCsv,
  numberedRows,
  type Row,
  readEverything,
  sheetOf,
} from '../../test/imports.ts'
import { readImport, startWorld } from '../../test/reviews.ts'

/** Returns rows of volunteers who have a value in these columns. */
function rowsWith(count: number, values: Row): Row[] {
  return numberedRows(count).map((row) => ({ ...row, ...values }))
}

/** Returns the same rows under other titles. */
function renamed(rows: readonly Row[], titles: Record<string, string>): Row[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([title, cell]) => [titles[title] ?? title, cell])),
  )
}

const phoneAndFlag = { 'Mobile Phone': '212 555 0100', Available: 'yes' }

describe('the guard of columns', () => {
  test('stops a sheet in which columns were renamed, and names them and their likely new titles', async () => {
    const db = await freshDatabase()
    const rows = rowsWith(30, phoneAndFlag)
    await importCsv(db, sheetOf(rows))
    const before = await readEverything(db)
    const titles = { 'Mobile Phone': 'Phone', Available: 'Active' }
    await expect(importCsv(db, sheetOf(renamed(rows, titles)))).rejects.toMatchObject({
      kind: 'guard',
      problem: 'guard',
      message:
        "The sheet would erase 30 of 30 values of 'Mobile Phone' and 30 of 30 values of 'Available', so nothing was changed. The columns 'Mobile Phone' and 'Available' are missing, perhaps renamed. Unknown columns: 'Phone' and 'Active'. Check the sheet. A list exported here may be only part of the sheet. If that is right, an administrator can confirm it on the page of this import.",
    })
    expect(await readEverything(db)).toEqual(before)
  })

  test('names the columns of volunteers before those of congregations that lose as much', async () => {
    const db = await freshDatabase()
    const rows = rowsWith(12, { ...phoneAndFlag, Language: 'Spanish' })
    await importCsv(db, sheetOf(rows))
    const titles = { 'Mobile Phone': 'Phone', Language: 'Tongue' }
    await expect(importCsv(db, sheetOf(renamed(rows, titles)))).rejects.toThrow(
      "erase 12 of 12 values of 'Mobile Phone' and 12 of 12 values of 'Language'",
    )
  })

  test('names the unknown column that the last sheet did not have', async () => {
    const db = await freshDatabase()
    const rows = rowsWith(10, { ...phoneAndFlag, 'Shirt Size': 'XL' })
    await importCsv(db, sheetOf(rows))
    const sheet = sheetOf(renamed(rows, { 'Mobile Phone': 'Phone' }))
    await expect(importCsv(db, sheet)).rejects.toThrow(
      "The column 'Mobile Phone' is missing, perhaps renamed to 'Phone'.",
    )
  })

  test.each<[what: string, titles: Record<string, string>, possible: (string | undefined)[]]>([
    [
      'each column has a title that names it elsewhere',
      { 'Mobile Phone': 'Cell', Available: 'Active' },
      ['Cell', 'Active'],
    ],
    [
      'one column has a title that names nothing',
      { 'Mobile Phone': 'Reach me at' },
      ['Reach me at'],
    ],
    ['the one new title names another column', { 'Mobile Phone': 'Trained?' }, [undefined]],
    [
      'two columns have titles that name nothing',
      { 'Mobile Phone': 'One', Available: 'Two' },
      [undefined, undefined],
    ],
  ])('says what a missing column is called now: %s', async (_, titles, possible) => {
    const { db, setSheet, importNow, review } = await startWorld()
    const rows = rowsWith(12, phoneAndFlag)
    await setSheet(sheetOf(rows))
    await importNow()
    await setSheet(sheetOf(renamed(rows, titles)))
    const { guard } = await readImport(db, await review())
    const { columns } = JSON.parse(guard ?? '') as ImportGuard
    expect(columns.map(({ possibleTitle }) => possibleTitle)).toEqual(possible)
  })

  test('stops a column that is there and blank, or of which no cell is understood', async () => {
    const db = await freshDatabase()
    const rows = rowsWith(12, { ...phoneAndFlag, 'Max Shifts Per Week': '2' })
    await importCsv(db, sheetOf(rows))
    const change = (values: Row) =>
      importCsv(db, sheetOf(rows.map((row) => ({ ...row, ...values }))))
    await expect(change({ 'Mobile Phone': '' })).rejects.toThrow(
      "The sheet would erase 12 of 12 values of 'Mobile Phone', so nothing was changed. The cells that held them are blank now",
    )
    await expect(change({ Available: 'perhaps' })).rejects.toThrow("12 of 12 values of 'Available'")
    await expect(change({ 'Max Shifts Per Week': 'two' })).rejects.toThrow('erase 12 of 12 values')
    await change({ 'Mobile Phone': '212 555 0199' })
  })

  const values: Row = { ...fullRow, Available: 'yes', 'Emergency Contact Email': 'bo@example.org' }
  const personal = ['Locust ID', 'First Name', 'Last Name', 'Circuit', 'Congregation', 'Shirt Size']
  const guarded = Object.keys(values).filter((column) => !personal.includes(column))
  test.each(guarded)('applies to the column %s', async (column) => {
    const db = await freshDatabase()
    const rows = numberedRows(10).map((row) => ({ ...values, ...row }))
    await importCsv(db, sheetOf(rows))
    const before = await readEverything(db)
    const run = importCsv(db, sheetOf(renamed(rows, { [column]: 'Other' })))
    await expect(run).rejects.toThrow(`10 of 10 values of '${column}'`)
    expect(await readEverything(db)).toEqual(before)
  })

  test('applies to Locust IDs, without which everybody is found by name', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(10)))
    const run = importCsv(db, sheetOf(renamed(numberedRows(10), { 'Locust ID': 'Id' })))
    await expect(run).rejects.toThrow("10 of 10 values of 'Locust ID'")
  })

  test('applies where congregations are renamed as well, but not to volunteers who move', async () => {
    const db = await freshDatabase()
    const rows = rowsWith(12, { Language: 'Spanish', Congregation: 'Park' })
    const hill = { 'Locust ID': 'H', Congregation: 'Hill' }
    await importCsv(db, sheetOf([...rows, hill]))
    const elsewhere = rows.map(({ Language: _, ...row }) => ({ ...row, Congregation: 'Parkside' }))
    await expect(importCsv(db, sheetOf([...elsewhere, hill]))).rejects.toThrow(
      "12 of 12 values of 'Language'",
    )
    const moved = rows.map((row) => ({ ...row, Language: '', Congregation: 'Hill' }))
    const run = await importCsv(db, sheetOf([...moved, hill]))
    expect(run.outcome.totals).toMatchObject({ moved: 12 })
  })

  test('allows losing up to half of the values, and any of fewer than ten', async () => {
    const db = await freshDatabase()
    const rows = rowsWith(20, phoneAndFlag).map((row, index) =>
      index < 9 ? { ...row, Zone: 'N' } : row,
    )
    await importCsv(db, sheetOf(rows))
    const half = rows.map(({ Zone: _, ...row }, index) =>
      index < 10 ? { ...row, 'Mobile Phone': '', Available: 'no' } : row,
    )
    const { log, outcome } = await importCsv(db, sheetOf(half))
    expect(log.at(-1)).toContain('; 10 volunteers changed')
    expect(outcome.unknownColumns).toEqual([])
  })

  test('counts those who stay, so that those who leave hide nothing', async () => {
    const db = await freshDatabase()
    const rows = rowsWith(18, phoneAndFlag).map(
      (row, index): Row => ({
        ...row,
        Congregation: `Park ${index % 3}`,
      }),
    )
    await importCsv(db, sheetOf(rows))
    const rest = rows.slice(0, 9).map(({ Available: _, ...row }) => row)
    await expect(importCsv(db, sheetOf(rest))).rejects.toThrow("9 of 9 values of 'Available'")
  })

  test('cannot be bypassed by the file, the review, or a change back and forth', async () => {
    const world = await startWorld()
    const { db, setSheet, importNow, review, apply } = world
    const rows = rowsWith(12, phoneAndFlag)
    const sheets = [sheetOf(rows), sheetOf(renamed(rows, { 'Mobile Phone': 'Phone' }))]
    await setSheet(sheets[0] ?? '')
    await importNow()
    const before = await readEverything(db)
    await setSheet(sheets[1] ?? '')
    for (let time = 0; time < 2; time++) await expect(importNow()).rejects.toThrow('erase 12 of 12')
    const id = await review()
    await expect(apply(id)).rejects.toThrow('erase 12 of 12')
    const { state, guard } = await readImport(db, id)
    const found = JSON.parse(guard ?? '') as ImportGuard
    expect([state, found.columns, found.erasures, found.unknownColumns]).toEqual([
      'stopped',
      [
        {
          column: 'Mobile Phone',
          isMissing: true,
          possibleTitle: 'Phone',
          erased: 12,
          values: 12,
        },
      ],
      12,
      ['Phone'],
    ])
    await setSheet(sheets[0] ?? '')
    await importNow()
    expect(await readEverything(db)).toEqual(before)
  })

  test('allows a plan that an administrator has confirmed', async () => {
    const { db, setSheet, importNow, review, apply } = await startWorld()
    const rows = rowsWith(12, phoneAndFlag)
    await setSheet(sheetOf(rows))
    await importNow()
    await setSheet(sheetOf(renamed(rows, { 'Mobile Phone': 'Phone' })))
    const id = await review()
    const { guard } = await readImport(db, id)
    const confirmed = { ...JSON.parse(guard ?? ''), confirmedBy: 'Ada Lovelace' }
    await db
      .updateTable('imports')
      .set({ guard: JSON.stringify(confirmed) })
      .where('id', '=', id)
      .execute()
    const { log } = await apply(id)
    expect(log).toContain("Ada Lovelace has confirmed the erasure of 12 values of 'Mobile Phone'.")
    const phones = await db.selectFrom('volunteers').select('mobilePhone').distinct().execute()
    expect(phones).toEqual([{ mobilePhone: null }])
  })
})

describe('unknown columns', () => {
  test('are named in the log, in the outcome and with the plan, even for the same file again', async () => {
    const { db, setSheet, importNow } = await startWorld()
    const line = "Unknown columns, kept only as raw data: 'Shirt Size' and 'Column 4'."
    await setSheet(
      'First Name,Last Name,Shirt Size,,Circuit,Congregation,\nAnn,Lee,XL,,NY-1,Park,\nBo,Lee,XL,?,NY-1,Park,\n',
    )
    for (let time = 0; time < 2; time++) {
      const { log, outcome } = await importNow()
      expect(log).toContain(line)
      expect(outcome.unknownColumns).toEqual(['Shirt Size', 'Column 4'])
    }
    const imports = await db.selectFrom('imports').select('guard').execute()
    for (const { guard } of imports) {
      expect(JSON.parse(guard ?? '')).toMatchObject({ unknownColumns: ['Shirt Size', 'Column 4'] })
    }
  })
})
