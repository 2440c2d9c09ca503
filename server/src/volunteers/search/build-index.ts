import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { compareNames, compareTexts } from '@dashboard/contract/compare-names'
import { isDoubtfulPhone } from '@dashboard/contract/phone-number'
import type { VolunteerMark } from '@dashboard/contract/volunteers'
import { fromFlag } from '@dashboard/store/database/column-values'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { cacheNewest } from '../../http/cache-newest.ts'
import { type FoldedPerson, foldPerson } from './fold-person.ts'

const rowsPerPage = 2_000

/** A volunteer as searches see it. */
export interface IndexedPerson extends FoldedPerson {
  id: string
  /** The places in the lists of the index; -1 without one. */
  circuit: number
  congregation: number
  trained: boolean
  available: boolean
  orientation: boolean
  doubleShifts: boolean
  /** All but a wrong number, which comes from the call lists. */
  marks: readonly VolunteerMark[]
  /** `Day:Slot`, each once. */
  slots: readonly string[]
  locations: readonly string[]
}

export interface IndexedCongregation {
  id: string
  name: string
  circuit: string
  language: string | null
}

export interface VolunteerIndex {
  /** Ordered by last name. */
  people: readonly IndexedPerson[]
  /** In natural order. */
  circuits: readonly string[]
  congregations: readonly IndexedCongregation[]
}

/**
 * Returns a function that reads the volunteers as they are now. They are cached in memory, and read again by the first
 * search after each change of them: searches and counts go through all of them in a few milliseconds, alike on both
 * databases (docs/decisions/0030-volunteer-search.md).
 */
export function createIndexReader(db: Db): () => Promise<VolunteerIndex> {
  const cached = cacheNewest<VolunteerIndex>()
  const read = async (): Promise<VolunteerIndex> => {
    const version = await readVersion(db, 'volunteers')
    return cached('all', version, async () => {
      const index = await buildIndex(db)
      // An import that commits between two pages leaves an index half old, half new.
      return (await readVersion(db, 'volunteers')) === version ? index : read()
    })
  }
  return read
}

/** Reads all volunteers, a page at a time, so that the server responds to other requests meanwhile. */
export async function buildIndex(db: Db): Promise<VolunteerIndex> {
  const circuits = await readCircuits(db)
  const congregations = await readCongregations(db)
  const circuitNumbers = numbersOf(circuits)
  const congregationNumbers = numbersOf(congregations)
  const people: IndexedPerson[] = []
  for (let after = ''; ; ) {
    const page = await readPage(db, after)
    const last = page.at(-1)?.id
    if (last === undefined) break
    const slots = await readSlots(db, after, last)
    const locations = await readLocations(db, after, last)
    for (const row of page) {
      const circuit = circuitNumbers.get(row.circuitId ?? '') ?? -1
      const congregation = congregationNumbers.get(row.congregationId ?? '') ?? -1
      const place = `${congregations[congregation]?.name ?? ''} ${circuits[circuit]?.name ?? ''}`
      people.push({
        id: row.id,
        ...foldPerson(row, place),
        circuit,
        congregation,
        trained: fromFlag(row.trained),
        available: fromFlag(row.available),
        orientation: fromFlag(row.orientation),
        doubleShifts: fromFlag(row.doubleShifts),
        marks: marksOf(row),
        slots: [...(slots.get(row.id) ?? [])],
        locations: [...(locations.get(row.id) ?? [])],
      })
    }
    after = last
    await yieldToEventLoop()
  }
  people.sort(
    (one, other) => compareTexts(one.nameKey, other.nameKey) || compareTexts(one.id, other.id),
  )
  return { people, circuits: circuits.map(({ name }) => name), congregations }
}

function numbersOf(rows: readonly { id: string }[]): Map<string, number> {
  return new Map(rows.map(({ id }, number) => [id, number]))
}

async function readCircuits(db: Db): Promise<{ id: string; name: string }[]> {
  const rows = await db.selectFrom('circuits').select(['id', 'name']).execute()
  return rows.sort((one, other) => compareNames(one.name, other.name))
}

async function readCongregations(db: Db): Promise<IndexedCongregation[]> {
  const rows = await db
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.id', 'congregations.name', 'circuits.name as circuit', 'language'])
    .execute()
  return rows.sort(
    (one, other) => compareNames(one.name, other.name) || compareNames(one.circuit, other.circuit),
  )
}

function readPage(db: Db, after: string) {
  return db
    .selectFrom('volunteers')
    .select(['id', 'firstName', 'lastName', 'mobilePhone', 'emailAddress'])
    .select(['circuitId', 'congregationId'])
    .select(['trained', 'available', 'orientation', 'availabilityDoubleShifts as doubleShifts'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsPerPage)
    .execute()
}

async function readSlots(db: Db, after: string, last: string) {
  const rows = await db
    .selectFrom('availability_schedules')
    .select(['volunteerId as id', 'dayOfWeek', 'timeSlot'])
    .where('volunteerId', '>', after)
    .where('volunteerId', '<=', last)
    .where('isAvailable', '=', 1)
    .execute()
  return valuesById(
    rows.map(({ id, ...row }) => ({ id, value: `${row.dayOfWeek}:${row.timeSlot}` })),
  )
}

async function readLocations(db: Db, after: string, last: string) {
  const rows = await db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('cart_locations', 'cart_locations.id', 'volunteer_cart_assignments.locationId')
    .select(['volunteerId as id', 'cart_locations.name as value'])
    .where('volunteerId', '>', after)
    .where('volunteerId', '<=', last)
    .execute()
  return valuesById(rows)
}

/** A sheet may name a slot twice. */
function valuesById(rows: readonly { id: string; value: string }[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>()
  for (const { id, value } of rows) {
    values.getOrInsertComputed(id, () => new Set()).add(value)
  }
  return values
}

/**
 * Returns what should be corrected in Locust (docs/volunteers.md#to-correct), as far as that follows from the volunteer
 * alone.
 */
function marksOf(row: {
  mobilePhone: string | null
  emailAddress: string | null
}): VolunteerMark[] {
  const { mobilePhone, emailAddress } = row
  const marks: VolunteerMark[] = []
  if (mobilePhone === null) marks.push('no-phone')
  else if (isDoubtfulPhone(mobilePhone)) marks.push('doubtful-phone')
  if (emailAddress === null) marks.push('no-email')
  return marks
}
