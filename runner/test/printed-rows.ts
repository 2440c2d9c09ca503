import fc from 'fast-check'
import type { Row } from './imports.ts'

const cell = (...texts: string[]) => fc.constantFrom('', ...texts)
const id = fc.constantFrom('L1', 'L2', 'L3', 'L4')
const person: fc.Arbitrary<Row> = fc.record({
  'Locust ID': id,
  'First Name': fc.constantFrom('Ann', 'Bo'),
  Circuit: fc.constantFrom('NY-1', 'NY-2'),
  Congregation: fc.constantFrom('Park', 'Hill'),
  Language: cell('Korean'),
})
/** Details of which only some are printed, in one of the two kinds of report, or only for available volunteers. */
const details: fc.Arbitrary<Row> = fc.record({
  Trained: cell('yes'),
  Available: fc.constantFrom('yes', 'yes', ''),
  Orientation: cell('yes'),
  'Double Shifts': cell('yes'),
  'Max Shifts Per Week': cell('2'),
  Monday: cell('Morning', 'Morning; Evening', 'Evening; Morning'),
  'Cart Locations': cell('Pier', 'Pier (Harbor); Dock'),
  Zone: cell('North'),
  Tags: cell('driver'),
  City: cell('Hoboken'),
  'Mobile Phone': cell('212 555 0100'),
  'Email Address': cell('ann@example.org', 'ann@\u200bexample.org'),
  'Availability Note': cell('Only  after six', 'Only after six'),
  Appointments: cell('Trainer'),
  'Emergency Contact Name': cell('Cy'),
  'Emergency Contact Relationship': cell('Father'),
})

/** Two sheets with few people; the second differs only a little from the first. */
export const twoSheets: fc.Arbitrary<readonly [Row[], Row[]]> = fc
  .uniqueArray(fc.tuple(person, details), {
    minLength: 2,
    maxLength: 4,
    selector: ([{ 'Locust ID': key }]) => key,
  })
  .chain((people) => {
    const first = people.map(([who, what]) => ({ ...who, ...what }))
    const column = fc.constantFrom(...Object.keys(first[0] ?? {}).slice(1))
    const other = fc.tuple(person, details).map(([who, what]): Row => ({ ...who, ...what }))
    const change = fc.tuple(fc.nat(first.length - 1), column, other)
    const changes = fc.array(change, { minLength: 1, maxLength: 2 })
    const second = fc.tuple(changes, fc.boolean()).map(([some, leaves]) => {
      const rows = first.map((row) => ({ ...row }))
      for (const [index, title, values] of some) {
        const row = rows[index]
        if (row) row[title] = values[title] ?? ''
      }
      return leaves && rows.length > 2 ? rows.slice(1) : rows
    })
    return fc.tuple(fc.constant(first), second)
  })
