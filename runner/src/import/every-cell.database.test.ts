import { days } from '@dashboard/contract/days'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importCsv, type Row, sheetOf } from '../../test/imports.ts'

/** Every cell of any sheet is in the database as written, or named in the import's result with its row and column. */

const oddCells = [
  ...[
    '',
    ' ',
    'N/A',
    'n.a.',
    'none',
    '-',
    '—',
    '?',
    '...',
    'never',
    'OFF',
    'TBD',
    'pending',
    'see notes',
    'maybe',
  ],
  ...['#N/A', '#REF!', '#NV', '#BEZUG!', '#¡VALOR!', '#ЗНАЧ!', 'Err:502', '#####', '#hash', '#'],
  ...[
    'yes',
    'No',
    'x',
    '✓',
    'Yes (2022)',
    'yes - weekends',
    'no longer',
    'Sí',
    'Sí (2022)',
    'Yes?',
    'done 5/1',
    'Y/N',
  ],
  ...[
    '12-Sep',
    '10/12/2026',
    '45912',
    '3 de enero',
    '2026-09-12',
    '9-12',
    '24/7',
    '9.12',
    '5.55E+09',
    '1e3',
  ],
  ...[
    'Morning',
    'Morning; never; 9-12',
    'no mornings',
    'Not Monday',
    '2 people',
    'Shift 2',
    'evenings only',
    'AM',
  ],
  ...[
    '1',
    '0',
    '2.0',
    '２',
    '-1',
    '3x',
    '∞',
    '2,5',
    '2147483648',
    '007',
    '2125550101.0',
    '５５５ １２３４',
  ],
  ...[
    '+1 212 555 0101',
    '212-555-0101 x5',
    'call wife',
    'a@example.org',
    'two\nlines',
    ' spaced  out ',
    'Zoe\u0308',
  ],
  ...[
    'a; b; A',
    'Pier (Harbor)',
    'Pier (Dock); Pier',
    '(alone)',
    '東京',
    'Łódź',
    '=1+1',
    '@home',
    '\uFFFDx',
    'a\u0007b',
  ],
  'v'.repeat(201),
  'w'.repeat(33_000),
]
const cell = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...oddCells) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{2,8}( [a-z0-9]{1,6})?$/) },
)
const columns = [
  ...[
    'First Name',
    'Mobile Phone',
    'Email Address',
    'City',
    'Zip Code',
    'Language',
    'Congregation City',
    'Zone',
    'Tags',
  ],
  ...[
    'Trained',
    'Available',
    'Orientation',
    'Double Shifts',
    'Max Shifts Per Week',
    'Max Shifts Per Month',
  ],
  ...['Availability Note', 'Monday', 'Sunday', 'Cart Locations', 'Appointments'],
  ...[
    'Emergency Contact Name',
    'Emergency Contact Phone',
    'Emergency Contact Notes',
    'Emergency Contact 2 Name',
  ],
] as const
const anyRow = fc.record(Object.fromEntries(columns.map((column) => [column, cell])))

const clean = (text: string) =>
  text
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .normalize('NFC')
    .trim()
const line = (text: string) => clean(text).replace(/\s+/g, ' ')
const parts = (text: string, separator = ';') =>
  text
    .split(separator)
    .map(line)
    .filter((part) => part !== '')
const key = (text: string) => line(text).toLowerCase()
const saysNo = /^(?:no|n\.?\/?a\.?|none|never|off|0|false|[^\p{L}\p{N}]*)$/iu

async function readPerson(db: Db, locustId: string) {
  const found = await db
    .selectFrom('volunteers')
    .innerJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .selectAll('volunteers')
    .select(['congregations.language', 'congregations.city as congregationCity'])
    .where('locustId', '=', locustId)
    .executeTakeFirst()
  if (!found) return undefined
  const { id } = found
  const slots = await db
    .selectFrom('availability_schedules')
    .selectAll()
    .where('volunteerId', '=', id)
    .execute()
  const carts = await db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('cart_locations', 'cart_locations.id', 'locationId')
    .select(['name', 'category'])
    .where('volunteerId', '=', id)
    .execute()
  const appointments = await db
    .selectFrom('appointments')
    .select(['title as name', 'category'])
    .where('volunteerId', '=', id)
    .execute()
  const contacts = await db
    .selectFrom('emergency_contacts')
    .selectAll()
    .where('volunteerId', '=', id)
    .execute()
  return { found, slots, carts, appointments, contacts }
}

type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>

/** Whether what a cell says is what the database has. */
function isStored(column: string, text: string, person: Person): boolean {
  const { found, slots, carts, appointments, contacts } = person
  const fields: Record<string, string | null> = {
    'First Name': found.firstName,
    'Email Address': found.emailAddress,
    City: found.city,
    'Zip Code': found.zipCode,
    Language: found.language,
    'Congregation City': found.congregationCity,
    Zone: found.zone,
  }
  const flags: Record<string, number | null> = {
    Trained: found.trained,
    Available: found.available,
    Orientation: found.orientation,
    'Double Shifts': found.availabilityDoubleShifts,
  }
  const counts: Record<string, number | null> = {
    'Max Shifts Per Week': found.availabilityMaxShiftsPerWeek,
    'Max Shifts Per Month': found.availabilityMaxShiftsPerMonth,
  }
  const isBlank = line(text) === ''
  // Another row may say it of the same congregation.
  if (isBlank && (column === 'Language' || column === 'Congregation City')) return true
  if (column in fields) return (fields[column] ?? '') === line(text)
  if (column === 'Mobile Phone')
    return (
      (found.mobilePhone ?? '') ===
      line(text)
        .replace(/\.0$/, '')
        .replace(/[０-９]/g, (wide) => wide.normalize('NFKC'))
    )
  if (column === 'Availability Note') return (found.availabilityNote ?? '') === clean(text)
  if (column === 'Tags')
    return (
      (found.tags ?? '')
        .split(', ')
        .filter((tag) => tag)
        .map(key)
        .join() === [...new Set(parts(text.replaceAll(',', ';')).map(key))].join()
    )
  if (column in flags)
    return flags[column] === 1
      ? /^(?:yes|y|true|1|x|checked)(?![\p{L}\p{N}])/iu.test(line(text))
      : isBlank || /^(?:no|n|false|0)(?![\p{L}\p{N}/])/iu.test(line(text))
  if (column in counts) {
    const count = counts[column]
    return count === null || count === undefined
      ? isBlank
      : Number(line(text).normalize('NFKC')) === count
  }
  if (days.some((day) => day === column)) {
    const stored = new Set(
      slots.filter(({ dayOfWeek }) => dayOfWeek === column).map(({ timeSlot }) => key(timeSlot)),
    )
    return parts(text).every((part) => stored.has(key(part)) || saysNo.test(part))
  }
  if (column === 'Cart Locations' || column === 'Appointments') {
    const stored = (column === 'Appointments' ? appointments : carts).flatMap(
      ({ name, category }) => [key(name), key(`${name} (${category})`)],
    )
    return parts(text).every((part) => stored.includes(key(part)))
  }
  const isPrimary = column.includes(' 2 ') ? 0 : 1
  const contact = contacts.find((each) => each.isPrimary === isPrimary)
  if (column.endsWith('Name')) return (contact?.name ?? '') === line(text)
  if (column.endsWith('Phone')) return (contact?.phone ?? '') === line(text)
  return (contact?.notes ?? '') === clean(text)
}

test('each cell is in the database as written, or named with its row and column', async () => {
  const db = await freshDatabase()
  let imports = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 5 }), async (cells) => {
      imports += 1
      const rows = cells.map(
        (row: Row, at): Row => ({
          'Locust ID': `P${imports}-${at}`,
          Circuit: `NY-${imports}`,
          ...row,
        }),
      )
      const { log } = await importCsv(db, sheetOf(rows), { maxRemoval: 1 })
      for (const [at, row] of rows.entries()) {
        const number = at + 2
        if (log.some((entry) => entry.startsWith(`Row ${number} skipped: `))) continue
        const person = await readPerson(db, row['Locust ID'] ?? '')
        if (!person)
          throw new Error(`Row ${number} is neither there nor skipped: ${JSON.stringify(row)}`)
        for (const column of columns) {
          const text = row[column] ?? ''
          const contact = /^Emergency Contact( 2)?/.exec(column)?.[0]
          const isNamed = [column, `${contact} Name`].some((title) =>
            log.some((entry) => entry.startsWith(`Row ${number}: '${title}' `)),
          )
          if (!isNamed)
            expect([column, text, isStored(column, text, person)]).toEqual([column, text, true])
        }
      }
    }),
    { numRuns: 30 },
  )
})
