import { readLastImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, test } from 'vitest'
import {
  fullRow,
  importCsv,
  numberedRows,
  readBatchSizes,
  readEverything,
  sheetOf,
} from '../../test/imports.ts'

function volunteerNames(db: Db) {
  return db
    .selectFrom('volunteers')
    .select(['firstName', 'locustId'])
    .orderBy('firstName')
    .execute()
    .then((rows) => rows.map(({ firstName, locustId }) => `${firstName} ${locustId}`))
}

describe('a first import', () => {
  test('inserts the volunteer with all details', async () => {
    const db = await freshDatabase()
    const { outcome, log } = await importCsv(db, sheetOf([fullRow]))
    expect(outcome).toMatchObject({
      rowCount: 1,
      circuitsCount: 1,
      totals: { rows: 1, new: 1, skipped: 0 },
    })
    expect(log.at(-1)).toBe(
      'Import finished: 1 row read, 1 imported, 0 skipped; 1 volunteer changed (1 new), 0 removed.',
    )
    const found = await readEverything(db)
    expect(found.circuits).toMatchObject([{ name: 'NJ 07, North', congregations: 1 }])
    expect(found.congregations).toMatchObject([
      { name: '東京', language: 'Japanese', city: 'Jersey City' },
    ])
    expect(found.volunteers).toMatchObject([
      {
        locustId: 'L1',
        firstName: 'José',
        lastName: 'O’Neill, "Pepe"',
        mobilePhone: '+1 212 555 0100',
        zipCode: '07030',
        tags: 'driver, new',
        trained: 1,
        available: 0,
        orientation: 1,
        availabilityDoubleShifts: 1,
        availabilityMaxShiftsPerWeek: 2,
        availabilityMaxShiftsPerMonth: 8,
        availabilityNote: '=HYPERLINK("x")',
      },
    ])
    expect(found.availability_schedules).toHaveLength(2)
    expect(found.volunteer_cart_assignments).toHaveLength(2)
    expect(found.appointments).toMatchObject([{ title: 'Trainer', category: 'Cart' }])
    const contacts = await db
      .selectFrom('emergency_contacts')
      .select(['name', 'phone', 'isPrimary'])
      .orderBy('name')
      .execute()
    expect(contacts.map((contact) => ({ ...contact }))).toEqual([
      { name: 'Bo', phone: '555-0101', isPrimary: 1 },
      { name: 'Cy', phone: null, isPrimary: 0 },
    ])
    expect(await readLastImport(db)).toMatch(/^\d{4}-/)
  })

  test('stores every raw row unchanged, unknown columns too', async () => {
    const db = await freshDatabase()
    await importCsv(
      db,
      `\uFEFFVolunteers\n\n${sheetOf([fullRow, {}, { 'Last Name': '' }]).trim()}\n`,
    )
    const rows = await db.selectFrom('raw_import_data').selectAll().orderBy('rowIndex').execute()
    expect(rows.map(({ rowIndex }) => rowIndex)).toEqual([4, 5, 6])
    expect(JSON.parse(rows[0]?.rawData ?? '')).toMatchObject({
      'Shirt Size': 'XL',
      'Mobile Phone': "'+1 212 555 0100",
    })
    expect(rows[0]).toMatchObject({ sheetName: 'Data_Import', processedAt: expect.any(String) })
  })

  test('one congregation name in two circuits is two congregations', async () => {
    const db = await freshDatabase()
    await importCsv(
      db,
      sheetOf([
        { 'Locust ID': 'a', Circuit: 'NY-1' },
        { 'Locust ID': 'b', Circuit: 'NY-2' },
        { 'Locust ID': 'c', Circuit: 'NY-2', Congregation: 'Hill' },
      ]),
    )
    const counts = await db
      .selectFrom('circuits')
      .select(['name', 'congregations'])
      .orderBy('name')
      .execute()
    expect(counts.map(({ name, congregations }) => [name, congregations])).toEqual([
      ['NY-1', 1],
      ['NY-2', 2],
    ])
  })

  test('3,000 blank rows at the end are ignored', async () => {
    const db = await freshDatabase()
    const csv = sheetOf(numberedRows(3)) + ',,,,\r\n'.repeat(3_000)
    expect((await importCsv(db, csv)).outcome.rowCount).toBe(3)
    expect(await readBatchSizes(db)).toEqual([3])
  })
})

describe('bad rows', () => {
  test('are skipped and logged, and the others are imported', async () => {
    const db = await freshDatabase()
    const { log, outcome } = await importCsv(
      db,
      sheetOf([
        { 'Locust ID': 'a', 'First Name': 'A' },
        { 'Locust ID': 'b', 'Last Name': ' ' },
        { 'Locust ID': 'a', 'First Name': 'Again' },
        { 'First Name': 'Zoe' },
        { 'First Name': 'ZOE' },
        { 'Locust ID': 'z', 'First Name': 'Zoe', Trained: 'perhaps' },
      ]),
    )
    expect(outcome.rowCount).toBe(3)
    expect(await volunteerNames(db)).toEqual(['A a', 'Zoe null', 'Zoe z'])
    expect(log.slice(1)).toEqual([
      "Row 3 skipped: 'Last Name' is blank.",
      'Row 4 skipped: its Locust ID is already in row 2, so this later row is left out.',
      'Row 6 skipped: the same name in the same congregation, without a Locust ID, is already in row 5, so this later row is left out.',
      'The sheet does not say who had the orientation, so everybody is entered as no.',
      'The sheet does not say who is available, so everybody is entered as no.',
      "Row 7: 'Trained' has 'perhaps', which is neither yes nor no and counts as no.",
      'Import finished: 6 rows read, 3 imported, 3 skipped; 3 volunteers changed (3 new), 0 removed.',
    ])
  })

  test('are logged one by one up to 200', async () => {
    const db = await freshDatabase()
    const { log } = await importCsv(db, sheetOf(Array.from({ length: 301 }, () => fullRow)))
    expect(log.filter((line) => line.includes('skipped:'))).toHaveLength(200)
    expect(log).toContain('… and 100 more rows skipped.')
  })
})

describe('the same sheet again', () => {
  test('changes nothing, whatever the order of rows and columns', async () => {
    const db = await freshDatabase()
    const rows = [fullRow, ...numberedRows(30).slice(1), { 'First Name': 'No id' }]
    await importCsv(db, sheetOf(rows))
    const before = await readEverything(db)
    for (const again of [rows, rows.toReversed()]) {
      const { log } = await importCsv(db, sheetOf(again))
      expect(log.at(-1)).toContain('; 0 volunteers changed (0 new), 0 removed')
      expect(await readEverything(db)).toEqual(before)
    }
  })

  test('retains the newest batch of raw rows', async () => {
    const db = await freshDatabase()
    for (const count of [1, 2, 3, 4, 5]) await importCsv(db, sheetOf(numberedRows(count)))
    expect(await readBatchSizes(db)).toEqual([5])
  })
})
