import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importCsv, type Row, readEverything, sheetOf } from '../../test/imports.ts'

/** Returns the ids of the volunteers by what is told of them. */
async function idsBy(db: Db, column: 'mobilePhone' | 'firstName') {
  const rows = await db.selectFrom('volunteers').select(['id', column]).execute()
  return new Map(rows.map((row) => [row[column], row.id]))
}

async function namesOf(db: Db, table: 'circuits' | 'congregations' | 'cart_locations') {
  return (await db.selectFrom(table).select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )
}

const person = (firstName: string, lastName: string, phone: string, over: Row = {}): Row => ({
  'First Name': firstName,
  'Last Name': lastName,
  'Mobile Phone': phone,
  Circuit: 'NY-1',
  Congregation: 'Central',
  ...over,
})

const straight = [
  person('Keith', "O'Brien", '212-555-0101', { Congregation: "St. Mary's" }),
  person("D'Arcy", 'Lane', '212-555-0102'),
  person('Renée', 'Zöe', '212-555-0103'),
  person('Anne-Marie', 'Del Rio', '212-555-0104'),
]
const curly = [
  person('Keith', 'O’Brien', '212-555-0101', { Congregation: 'St. Mary’s' }),
  person('D’Arcy', 'Lane', '212-555-0102'),
  person('Renee', 'Zoe', '212-555-0103'),
  person('Anne Marie', 'Del  Rio', '212-555-0104'),
]

describe('a name written with another apostrophe, accent, hyphen or blank', () => {
  test('is the same person and the same place, who have changed', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(straight))
    const [people, places] = [await idsBy(db, 'mobilePhone'), await readEverything(db)]
    const { outcome } = await importCsv(db, sheetOf(curly))
    expect(outcome.totals).toMatchObject({
      new: 0,
      changed: 4,
      left: 0,
      newCongregations: 0,
      leftCongregations: 0,
    })
    expect(await idsBy(db, 'mobilePhone')).toEqual(people)
    expect(await namesOf(db, 'congregations')).toEqual(['Central', 'St. Mary’s'])
    const after = await readEverything(db)
    expect(after.congregations?.map(({ id }) => id)).toEqual(
      places.congregations?.map(({ id }) => id),
    )
    expect((await importCsv(db, sheetOf(curly))).outcome.totals).toMatchObject({ unchanged: 4 })
    expect(await readEverything(db)).toEqual(after)
  })

  test('is the same circuit and cart location, whose row stays', async () => {
    const db = await freshDatabase()
    const rows = (circuit: string, location: string) =>
      sheetOf([person('Ana', 'Uno', '1', { Circuit: circuit, 'Cart Locations': location })])
    await importCsv(db, rows('NY-1', "O'Hare"))
    const before = await readEverything(db)
    await importCsv(db, rows('ny 1', 'O’Hare'))
    const after = await readEverything(db)
    for (const [table, name] of [
      ['circuits', 'ny 1'],
      ['cart_locations', 'O’Hare'],
    ] as const) {
      expect(after[table]).toMatchObject([{ id: before[table]?.[0]?.id, name }])
    }
    expect(after.volunteers).toEqual(before.volunteers)
    expect(after.volunteer_cart_assignments).toEqual(before.volunteer_cart_assignments)
  })
})

describe('two people whose names differ in an accent only', () => {
  const jose = person('José', 'Luna', '212-555-0101')
  const other = person('Jose', 'Luna', '212-555-0102')

  test('and who have different numbers stay two, in any order', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([jose]))
    const [known] = (await idsBy(db, 'firstName')).values()
    for (const rows of [
      [other, jose],
      [jose, other],
    ]) {
      await importCsv(db, sheetOf(rows))
      const ids = await idsBy(db, 'firstName')
      expect(ids.size).toBe(2)
      expect(ids.get('José')).toBe(known)
    }
  })

  test.each([
    ['the same number', '212-555-0101'],
    ['no number', ''],
  ])('and who are stored with %s stay as they are', async (_, phone) => {
    const db = await freshDatabase()
    const twins = [jose, other].map((row) => ({ ...row, 'Mobile Phone': phone }))
    await importCsv(db, sheetOf(twins.map((row, index) => ({ ...row, 'Locust ID': `L${index}` }))))
    await importCsv(db, sheetOf(twins))
    const before = await readEverything(db)
    expect(before.volunteers).toHaveLength(2)
    for (const rows of [twins, twins.toReversed()]) {
      const { outcome } = await importCsv(db, sheetOf(rows))
      expect(outcome.totals).toMatchObject({ unchanged: 2, skipped: 0 })
      expect(await readEverything(db)).toEqual(before)
    }
  })

  test('and who are new with the same number are one, and the second row is skipped', async () => {
    const db = await freshDatabase()
    const again = { ...other, 'Mobile Phone': '212-555-0101' }
    const { log } = await importCsv(db, sheetOf([jose, again]))
    expect((await idsBy(db, 'firstName')).size).toBe(1)
    expect(log).toContain(
      'Row 3 skipped: the same name in the same congregation, without a Locust ID, is already in row 2, so this later row is left out.',
    )
  })
})

test('a sheet that spells names differently changes nothing but names, however often', async () => {
  const respelled = (text: string) =>
    fc.constantFrom(
      text,
      text.toUpperCase(),
      text.normalize('NFD').replace(/\p{M}/gu, ''),
      text.replaceAll("'", '’'),
      text.replaceAll('-', ' '),
      text.replaceAll(' ', '  '),
    )
  const sheet = fc.tuple(
    ...straight.map((row) =>
      fc.record(
        Object.fromEntries(
          Object.entries(row).map(([column, text]) => [
            column,
            column === 'Mobile Phone' ? fc.constant(text) : respelled(text),
          ]),
        ),
      ),
    ),
  )
  const unnamed = async (db: Db) => {
    const { volunteers = [], circuits = [], congregations = [] } = await readEverything(db)
    return {
      volunteers: volunteers.map(({ firstName: _, lastName: __, updatedAt: ___, ...row }) => row),
      places: [...circuits, ...congregations].map(({ id }) => id),
    }
  }
  const db = await freshDatabase()
  await importCsv(db, sheetOf(straight))
  const before = await unnamed(db)
  await fc.assert(
    fc.asyncProperty(sheet, async (rows) => {
      await importCsv(db, sheetOf(rows))
      expect(await unnamed(db)).toEqual(before)
      const written = await readEverything(db)
      await importCsv(db, sheetOf(rows))
      expect(await readEverything(db)).toEqual(written)
    }),
    { numRuns: 10 },
  )
})
