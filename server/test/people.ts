import { randomUUID } from 'node:crypto'
import { nowIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'

/** A volunteer for tests; fields that are left out are empty, no, or `NY-1` and `Park`. */
export interface TestPerson {
  name: readonly [first: string, last: string]
  circuit?: string
  congregation?: string
  language?: string
  phone?: string
  email?: string
  trained?: boolean
  available?: boolean
  orientation?: boolean
  doubleShifts?: boolean
  locustId?: string
  /** The number of shifts a week. */
  maxPerWeek?: number
  /** A value such as `Saturday:Morning`. */
  slots?: readonly string[]
  locations?: readonly string[]
}

/** Adds volunteers with their places, as an import does; returns their ids. */
export async function insertPeople(db: Db, people: readonly TestPerson[]): Promise<string[]> {
  const ids: string[] = []
  for (const person of people) ids.push(await insertPerson(db, person))
  await raiseVersion(db, 'volunteers')
  return ids
}

async function insertPerson(db: Db, person: TestPerson): Promise<string> {
  const { name, circuit = 'NY-1', congregation = 'Park', slots = [], locations = [] } = person
  const id = randomUUID()
  const at = nowIso()
  const congregationId = `${circuit}/${congregation}`
  await db
    .insertInto('circuits')
    .values({ id: circuit, name: circuit })
    .onConflict((given) => given.doNothing())
    .execute()
  await db
    .insertInto('congregations')
    .values({
      id: congregationId,
      name: congregation,
      circuitId: circuit,
      createdAt: at,
      language: person.language ?? null,
    })
    .onConflict((given) => given.doNothing())
    .execute()
  const flag = (value = false) => (value ? 1 : 0)
  await db
    .insertInto('volunteers')
    .values({
      id,
      firstName: name[0],
      lastName: name[1],
      circuitId: circuit,
      congregationId,
      mobilePhone: person.phone ?? null,
      emailAddress: person.email ?? null,
      trained: flag(person.trained),
      available: flag(person.available),
      orientation: flag(person.orientation),
      locustId: person.locustId ?? null,
      availabilityMaxShiftsPerWeek: person.maxPerWeek ?? null,
      availabilityDoubleShifts: flag(person.doubleShifts),
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  await insertDetails(db, id, { slots, locations })
  return id
}

async function insertDetails(
  db: Db,
  volunteerId: string,
  { slots, locations }: { slots: readonly string[]; locations: readonly string[] },
): Promise<void> {
  const createdAt = nowIso()
  for (const slot of slots) {
    const [dayOfWeek = '', ...rest] = slot.split(':')
    const timeSlot = rest.join(':')
    await db
      .insertInto('availability_schedules')
      .values({ id: randomUUID(), volunteerId, dayOfWeek, timeSlot, createdAt })
      .execute()
  }
  for (const name of locations) {
    await db
      .insertInto('cart_locations')
      .values({ id: name, name, createdAt })
      .onConflict((given) => given.doNothing())
      .execute()
    await db
      .insertInto('volunteer_cart_assignments')
      .values({ id: randomUUID(), volunteerId, locationId: name, assignedAt: createdAt })
      .execute()
  }
}

/** People in every script that the search has to support. */
export const manyScripts: readonly TestPerson[] = [
  { name: ['Ann', "O'Hara"], phone: '+1 212 555 0100', email: 'ann.ohara@example.org' },
  { name: ['Zoë', 'D’Angelo-Müller'], circuit: 'NY-2', congregation: 'Hill, Upper' },
  { name: ['Наталья', 'Кузнецова'], circuit: 'NY-10', congregation: 'Восток' },
  { name: ['محمد', 'الأحمد'] },
  { name: ['שרה', 'לוי'] },
  { name: ['서연', '김'] },
  { name: ['秀英', '王'], phone: '(646) 555-0123' },
  { name: ['प्रिया', 'शर्मा'] },
  { name: ['Kim', 'Wang'] },
  { name: ['Hannah', 'Lee'] },
]
