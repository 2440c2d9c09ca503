import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { compareNaturally } from '@dashboard/store/reports/report-targets'
import { marksOf } from './volunteer-marks.ts'

const rowsPerPage = 2_000
/** The most values that fit in 16 bits; a week has some dozens, an area some hundreds of cart locations. */
const mostValues = 65_535

/** Filters that are yes or no, each a bit. */
export const flagBits = { trained: 1, available: 2, orientation: 4, doubleShifts: 8 } as const
export type FlagName = keyof typeof flagBits

/** A list of values for each volunteer, such as the slots of the week; each value occurs once. */
export interface Lists {
  values: string[]
  /** The numbers of the values of volunteer `n` stand from `starts[n]` up to `starts[n + 1]`. */
  starts: Uint32Array
  numbers: Uint16Array
}

export interface IndexedCongregation {
  id: string
  name: string
  circuit: string
  language: string | null
}

/** Volunteers by number, ordered by last name; stored in columns rather than objects, so that searches are quick. */
export interface VolunteerIndex {
  ids: string[]
  /** Names, a line break, and all other searchable text. */
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
  /** The values are `Day:Slot`, or names of cart locations. */
  slots: Lists
  locations: Lists
}

/** Reads all volunteers, a page at a time, so that the server responds to other requests meanwhile. */
export async function buildIndex(db: Db): Promise<VolunteerIndex> {
  const circuits = await readCircuits(db)
  const congregations = await readCongregations(db)
  const rows: IndexRow[] = []
  const slots: Pair[] = []
  const locations: Pair[] = []
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

/** Compares texts by code units: quick, and the same on every machine. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** A volunteer's id and one of its values. */
interface Pair {
  id: string
  value: string
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
    .select(['volunteers.id', 'circuitId', 'congregationId', 'mobilePhone', 'emailAddress'])
    .select(['trained', 'available', 'orientation', 'availabilityDoubleShifts as doubleShifts'])
    .select(['names', 'others', 'sounds', 'digits', 'nameKey'])
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

function listsOf(pairs: readonly Pair[], numberOf: ReadonlyMap<string, number>): Lists {
  const values = new Map<string, number>()
  const lists: number[][] = Array.from({ length: numberOf.size }, () => [])
  for (const { id, value } of pairs) {
    const list = lists[numberOf.get(id) ?? -1]
    const number = values.get(value) ?? values.size
    if (!list || number > mostValues) continue
    values.set(value, number)
    // A sheet may name a slot twice.
    if (!list.includes(number)) list.push(number)
  }
  const starts = new Uint32Array(lists.length + 1)
  for (const [index, list] of lists.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + list.length
  }
  return { values: [...values.keys()], starts, numbers: Uint16Array.from(lists.flat()) }
}
