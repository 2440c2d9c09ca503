import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { compareNaturally } from '@dashboard/store/report-targets'
import { type Lists, listsOf, type Pair } from './value-lists.ts'
import { marksOf } from './volunteer-marks.ts'

const rowsPerPage = 2_000

/** Filters that are yes or no, each a bit. */
export const flagBits = { trained: 1, available: 2, orientation: 4, doubleShifts: 8 } as const
export type FlagName = keyof typeof flagBits

export interface IndexedCongregation {
  id: string
  name: string
  circuit: string
  language: string | null
}

/** Volunteers by number, in the order of their last names; columns rather than objects, to be gone through quickly. */
export interface VolunteerIndex {
  ids: string[]
  /** Names, a line break, and what else is searched in. */
  texts: string[]
  sounds: string[]
  digits: string[]
  nameKeys: string[]
  /** Number of the circuit, and of the congregation; -1 without one. */
  circuitOf: Int32Array
  congregationOf: Int32Array
  flags: Uint8Array
  /** Bits of `volunteer-marks.ts`. */
  marks: Uint8Array
  /** In natural order. */
  circuits: string[]
  congregations: IndexedCongregation[]
  /** By `Day:Slot`, and by the name of the cart location. */
  slots: Lists
  locations: Lists
}

/** Reads all volunteers, a page at a time, so that other requests are answered meanwhile. */
export async function buildIndex(db: Db): Promise<VolunteerIndex> {
  const circuits = await readCircuits(db)
  const congregations = await readCongregations(db)
  const [rows, slots, locations]: [IndexRow[], Pair[], Pair[]] = [[], [], []]
  for (let after = ''; ; ) {
    const page = await readPage(db, after)
    const last = page.at(-1)?.id
    if (last === undefined) break
    for (const { mobilePhone, emailAddress, ...row } of page) {
      rows.push({ ...row, marks: marksOf({ mobilePhone, emailAddress }) })
    }
    for (const pair of await readSlots(db, after, last)) slots.push(pair)
    for (const pair of await readLocations(db, after, last)) locations.push(pair)
    after = last
    await nextTurn()
  }
  rows.sort(
    (one, other) => compareTexts(one.nameKey, other.nameKey) || compareTexts(one.id, other.id),
  )
  return toIndex({ rows, slots, locations, circuits, congregations })
}

/** By code units: quick, and the same on every machine. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

type PageRow = Awaited<ReturnType<typeof readPage>>[number]
type IndexRow = Omit<PageRow, 'mobilePhone' | 'emailAddress'> & { marks: number }
type Named = { id: string; name: string }

interface IndexSources {
  rows: IndexRow[]
  slots: Pair[]
  locations: Pair[]
  circuits: Named[]
  congregations: IndexedCongregation[]
}

function toIndex(sources: IndexSources): VolunteerIndex {
  const { rows, circuits, congregations } = sources
  const numberOf = numbers(rows)
  const circuitNumbers = numbers(circuits)
  const congregationNumbers = numbers(congregations)
  return {
    ids: rows.map((row) => row.id),
    texts: rows.map((row) => `${row.names}\n${row.others}`),
    sounds: rows.map((row) => row.sounds),
    digits: rows.map((row) => row.digits),
    nameKeys: rows.map((row) => row.nameKey),
    circuitOf: Int32Array.from(rows, (row) => circuitNumbers.get(row.circuitId ?? '') ?? -1),
    congregationOf: Int32Array.from(
      rows,
      (row) => congregationNumbers.get(row.congregationId ?? '') ?? -1,
    ),
    flags: Uint8Array.from(
      rows,
      (row) =>
        row.trained * flagBits.trained +
        row.available * flagBits.available +
        row.orientation * flagBits.orientation +
        row.doubleShifts * flagBits.doubleShifts,
    ),
    marks: Uint8Array.from(rows, (row) => row.marks),
    circuits: circuits.map(({ name }) => name),
    congregations,
    slots: listsOf(sources.slots, numberOf),
    locations: listsOf(sources.locations, numberOf),
  }
}

function numbers(rows: readonly { id: string }[]): Map<string, number> {
  return new Map(rows.map(({ id }, number) => [id, number]))
}

async function readCircuits(db: Db): Promise<Named[]> {
  const rows = await db.selectFrom('circuits').select(['id', 'name']).execute()
  return rows.sort((one, other) => compareNaturally(one.name, other.name))
}

async function readCongregations(db: Db): Promise<IndexedCongregation[]> {
  const rows = await db
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.id', 'congregations.name', 'circuits.name as circuit', 'language'])
    .execute()
  return rows.sort(
    (one, other) =>
      compareNaturally(one.name, other.name) || compareNaturally(one.circuit, other.circuit),
  )
}

function readPage(db: Db, after: string) {
  return db
    .selectFrom('volunteers')
    .innerJoin('volunteer_search', 'volunteer_search.volunteerId', 'volunteers.id')
    .select([
      ...(['volunteers.id', 'circuitId', 'congregationId', 'trained', 'available'] as const),
      ...(['orientation', 'availabilityDoubleShifts as doubleShifts'] as const),
      ...(['mobilePhone', 'emailAddress'] as const),
      ...(['names', 'others', 'sounds', 'digits', 'nameKey'] as const),
    ])
    .where('volunteers.id', '>', after)
    .orderBy('volunteers.id')
    .limit(rowsPerPage)
    .execute()
}

async function readSlots(db: Db, after: string, last: string): Promise<Pair[]> {
  const rows = await db
    .selectFrom('availability_schedules')
    .select(['volunteerId', 'dayOfWeek', 'timeSlot'])
    .where('volunteerId', '>', after)
    .where('volunteerId', '<=', last)
    .where('isAvailable', '=', 1)
    .execute()
  return rows.map((row) => ({ id: row.volunteerId, value: `${row.dayOfWeek}:${row.timeSlot}` }))
}

function readLocations(db: Db, after: string, last: string): Promise<Pair[]> {
  return db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('cart_locations', 'cart_locations.id', 'volunteer_cart_assignments.locationId')
    .select(['volunteerId as id', 'cart_locations.name as value'])
    .where('volunteerId', '>', after)
    .where('volunteerId', '<=', last)
    .execute()
}
