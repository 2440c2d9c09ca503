import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, test } from 'vitest'
import { fullRow, importCsv, readEverything, sheetOf } from '../../test/imports.ts'

type Row = Record<string, unknown>

async function idsByName(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('volunteers').select(['firstName', 'id']).execute()
  return Object.fromEntries(rows.map(({ firstName, id }) => [firstName, id]))
}

describe('a changed sheet', () => {
  test('updates only changed volunteers, and only their circuit', async () => {
    const db = await freshDatabase()
    const other = { 'Locust ID': 'L2', 'First Name': 'Two' }
    await importCsv(db, sheetOf([fullRow, other]))
    const before = await readEverything(db)
    await importCsv(db, sheetOf([{ ...fullRow, Monday: 'Morning; Evening' }, other]))
    const after = await readEverything(db)

    const named = (rows: Row[] | undefined, name: string) =>
      rows?.find((row) => [row.name, row.firstName, row.timeSlot].includes(name))
    expect(named(after.volunteers, 'Two')).toEqual(named(before.volunteers, 'Two'))
    expect(named(after.circuits, 'NY-1')).toEqual(named(before.circuits, 'NY-1'))
    const circuit = named(before.circuits, 'NJ 07, North')
    const volunteer = named(before.volunteers, 'José')
    expect(named(after.circuits, 'NJ 07, North')).toEqual({
      ...circuit,
      lastUpdated: expect.not.stringContaining(String(circuit?.lastUpdated)),
    })
    expect(named(after.volunteers, 'José')).toEqual({
      ...volunteer,
      updatedAt: expect.not.stringContaining(String(volunteer?.updatedAt)),
    })

    const slots = after.availability_schedules
    expect(slots?.map(({ timeSlot }) => timeSlot).sort()).toEqual(['Evening', 'Morning'])
    expect(named(slots, 'Morning')).toEqual(named(before.availability_schedules, 'Morning'))
    expect(after.emergency_contacts).toEqual(before.emergency_contacts)
  })

  test('what the sheet no longer has is removed with its details', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([fullRow, { 'Locust ID': 'L2', 'First Name': 'Two' }]))
    await importCsv(db, sheetOf([{ 'Locust ID': 'L2', 'First Name': 'Two' }]))
    const after = await readEverything(db)
    expect(after.circuits).toMatchObject([{ name: 'NY-1', congregations: 1 }])
    expect(after.congregations).toHaveLength(1)
    expect(after.volunteers).toHaveLength(1)
    expect(after.emergency_contacts).toEqual([])
    expect(after.availability_schedules).toEqual([])
    expect(after.volunteer_cart_assignments).toEqual([])
  })

  test('a volunteer who moves to another circuit and congregation retains the id', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([fullRow]))
    const before = await idsByName(db)
    await importCsv(db, sheetOf([{ ...fullRow, Circuit: 'NY-9', Congregation: 'Hill' }]))
    expect(await idsByName(db)).toEqual(before)
    const after = await readEverything(db)
    expect(after.circuits).toMatchObject([{ name: 'NY-9', congregations: 1 }])
    expect(after.emergency_contacts).toHaveLength(2)
  })

  test('a volunteer whose Locust ID is added or removed retains the id', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([{ 'First Name': 'Ann' }]))
    const before = await idsByName(db)
    await importCsv(db, sheetOf([{ 'First Name': 'ANN', 'Locust ID': 'L7' }]))
    expect(await idsByName(db)).toEqual({ ANN: before.Ann })
    await importCsv(db, sheetOf([{ 'First Name': 'Ann' }]))
    expect(await idsByName(db)).toEqual(before)
  })

  test('the one of two namesakes who has the contact details of a row without a Locust ID stays', async () => {
    const people: Record<string, string>[] = [
      { 'First Name': 'Ann', 'Locust ID': 'L1', 'Mobile Phone': '212 555 0100' },
      { 'First Name': 'ANN', 'Locust ID': 'L2', 'Email Address': 'ann@example.org' },
    ]
    for (const [contact, stays] of [
      [{ 'Mobile Phone': '+1 (212) 555-0100' }, 'Ann'],
      [{ 'Email Address': 'ANN@example.org' }, 'ANN'],
      // The number differs from the first one's; the second one has no number to compare.
      [{ 'Mobile Phone': '212 555 0199' }, 'ANN'],
      // There is nothing to compare.
      [{}, 'Ann'],
    ] as const) {
      const db = await freshDatabase()
      await importCsv(db, sheetOf(people))
      const before = await idsByName(db)
      await importCsv(db, sheetOf([{ 'First Name': 'Ann', ...contact }]))
      expect(await idsByName(db), JSON.stringify(contact)).toEqual({ Ann: before[stays] })
    }
  })

  test('a person found in their place matches nobody of the same name elsewhere', async () => {
    const db = await freshDatabase()
    const phone = { 'Mobile Phone': '212 555 0100' }
    await importCsv(
      db,
      sheetOf([
        { 'Locust ID': 'L1', ...phone },
        { 'Locust ID': 'L2', 'First Name': 'ANN' },
        { 'Locust ID': 'L3', 'First Name': 'ann', Congregation: 'Hill', ...phone },
      ]),
    )
    const before = await idsByName(db)
    await importCsv(db, sheetOf([phone]))
    expect(await idsByName(db)).toEqual({ Ann: before.Ann })
  })

  test('a new Locust ID makes a new volunteer, also with the same name', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([{ 'Locust ID': 'L1' }]))
    const before = await idsByName(db)
    await importCsv(db, sheetOf([{ 'Locust ID': 'L2' }]), { maxRemoval: 1 })
    expect((await idsByName(db)).Ann).not.toBe(before.Ann)
  })
})
