import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importCsv, type Row, readEverything, sheetOf } from '../../test/imports.ts'
import { JobError } from '../job-errors.ts'

/**
 * Whatever the second sheet contains, either the guard stops it and nothing changes, or no column loses most of its
 * values.
 */

const values: Row = {
  'Mobile Phone': '212 555 0100',
  'Zip Code': '07030',
  Available: 'yes',
  'Max Shifts Per Week': '2',
  Language: 'Spanish',
  Tuesday: 'Morning; Evening',
  'Cart Locations': 'Pier; Dock',
  Appointments: 'Trainer',
  'Emergency Contact Name': 'Cy',
  'Emergency Contact 2 Phone': '212 555 0101',
  'Emergency Contact 2 Name': 'Di',
}
const columns = Object.keys(values)

/** Share of the rows that have a value in a column. */
const anyFilling = fc.constantFrom(0, 0.3, 0.5, 0.6, 1)
/** How a column changes: it stays, gets another title, is left out, or gets other values. */
const anyFate = fc.oneof(
  { arbitrary: fc.constant('stays'), weight: 6 },
  { arbitrary: fc.constantFrom('renamed', 'gone', 'foreign'), weight: 1 },
)

const anyPair = fc.record({
  people: fc.integer({ min: 8, max: 24 }),
  first: fc.tuple(...columns.map(() => anyFilling)),
  second: fc.tuple(...columns.map(() => anyFilling)),
  fates: fc.tuple(...columns.map(() => anyFate)),
  withIds: fc.boolean(),
  leaving: fc.constantFrom(0, 0, 0.3, 0.5),
  place: fc.constantFrom('Park', 'Park', 'Hill'),
})

type Pair = typeof anyPair extends fc.Arbitrary<infer Value> ? Value : never

function firstSheet({ people, first, withIds }: Pair): Row[] {
  return fill(people, first, withIds).map((row) => ({ ...row, Congregation: 'Park' }))
}

function secondSheet({ people, second, fates, withIds, leaving, place }: Pair): Row[] {
  return fill(people, second, withIds)
    .slice(0, people - Math.floor(people * leaving))
    .map((row) => {
      const cells = Object.entries({ ...row, Congregation: place }).flatMap(([title, cell]) => {
        const fate = fates[columns.indexOf(title)] ?? 'stays'
        if (fate === 'gone') return []
        if (fate === 'renamed') return [[`My ${title}`, cell]]
        return [[title, fate === 'foreign' && title === 'Available' ? 'oui' : cell]]
      })
      return Object.fromEntries(cells) as Row
    })
}

function fill(people: number, fillings: readonly number[], withIds: boolean): Row[] {
  return Array.from({ length: people }, (_, index) => ({
    'First Name': `First${index}`,
    ...(withIds && { 'Locust ID': `L${index}` }),
    ...Object.fromEntries(
      columns.map((column, at) => [
        column,
        index < people * (fillings[at] ?? 0) ? (values[column] ?? '') : '',
      ]),
    ),
  }))
}

/** Returns the columns in which each volunteer has a value, read from the tables alone. */
async function readHeld(db: Db): Promise<Map<string, Set<string>>> {
  const tables = await readEverything(db)
  const languages = new Map(tables.congregations?.map(({ id, language }) => [id, language]))
  const held = new Map<string, Set<string>>()
  for (const row of tables.volunteers ?? []) {
    const has: Record<string, unknown> = {
      'Mobile Phone': row.mobilePhone,
      'Zip Code': row.zipCode,
      Available: row.available === 1 ? 'yes' : null,
      'Max Shifts Per Week': row.availabilityMaxShiftsPerWeek,
      Language: languages.get(row.congregationId),
    }
    held.set(String(row.id), new Set(Object.keys(has).filter((column) => has[column] !== null)))
  }
  const note = (table: string, columnsOf: (row: Record<string, unknown>) => string[]) => {
    for (const row of tables[table] ?? []) {
      for (const column of columnsOf(row)) held.get(String(row.volunteerId))?.add(column)
    }
  }
  note('availability_schedules', ({ dayOfWeek }) => [String(dayOfWeek)])
  note('volunteer_cart_assignments', () => ['Cart Locations'])
  note('appointments', () => ['Appointments'])
  note('emergency_contacts', ({ isPrimary, phone }) =>
    isPrimary === 1
      ? ['Emergency Contact Name']
      : ['Emergency Contact 2 Name', ...(phone === null ? [] : ['Emergency Contact 2 Phone'])],
  )
  return held
}

test('no second sheet erases most of a column unnoticed', async () => {
  const seen = { stopped: 0, imported: 0 }
  await fc.assert(
    fc.asyncProperty(anyPair, async (pair) => {
      const db = await freshDatabase()
      await importCsv(db, sheetOf(firstSheet(pair)))
      const before = await readHeld(db)
      const everything = await readEverything(db)
      try {
        await importCsv(db, sheetOf(secondSheet(pair)), { maxRemoval: 1 })
        seen.imported += 1
      } catch (error) {
        expect(error).toBeInstanceOf(JobError)
        expect(error).toMatchObject({ kind: 'guard' })
        expect(await readEverything(db)).toEqual(everything)
        seen.stopped += 1
        return
      }
      const after = await readHeld(db)
      for (const column of columns) {
        const holders = [...before].filter(([, has]) => has.has(column)).map(([id]) => id)
        const staying = holders.filter((id) => after.has(id))
        const lost = staying.filter((id) => !after.get(id)?.has(column))
        if (holders.length >= 10 && lost.length > 5) {
          expect(lost.length, column).toBeLessThanOrEqual(staying.length / 2)
        }
      }
    }),
    { numRuns: 25 },
  )
  expect(Math.min(seen.stopped, seen.imported)).toBeGreaterThan(2)
})
