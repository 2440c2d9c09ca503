import type { CallListInput } from '@dashboard/contract/call-lists'
import { days } from '@dashboard/contract/days'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { personKey } from '@dashboard/store/volunteers/person-key'

export function selectPeople(db: ScopedDb) {
  return db
    .selectFrom('volunteers')
    .leftJoin('circuits', 'circuits.id', 'volunteers.circuitId')
    .leftJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .select(['volunteers.id', 'locustId', 'firstName', 'lastName', 'mobilePhone', 'emailAddress'])
    .select(['circuits.name as circuit', 'congregations.name as congregation'])
}

interface Named {
  firstName: string
  lastName: string
  circuit: string | null
  congregation: string | null
}

/** Returns the key by which imports recognize a person without a Locust ID. */
export function keyOfPerson({ firstName, lastName, circuit, congregation }: Named): string {
  return personKey({
    firstName,
    lastName,
    circuit: circuit ?? '',
    congregation: congregation ?? '',
  })
}

/** Returns the people of a list's circuit, or those with its cart location, and whether they are free at its time. */
export async function readPlacePeople(db: ScopedDb, list: CallListInput) {
  const { kind, place, timeSlot } = list
  const rows = await selectPeople(db)
    .select(['trained', 'available'])
    .select(['availabilityMaxShiftsPerWeek as maxPerWeek'])
    .select(['availabilityMaxShiftsPerMonth as maxPerMonth'])
    .$if(kind === 'circuit', (query) => query.where('circuits.name', '=', place))
    .$if(kind === 'location', (query) =>
      query.where('volunteers.id', 'in', (from) =>
        from
          .selectFrom('volunteer_cart_assignments')
          .innerJoin('cart_locations', 'cart_locations.id', 'locationId')
          .select('volunteerId')
          .where('cart_locations.name', '=', place),
      ),
    )
    .execute()
  const free = await readFree(db, { dayOfWeek: weekdayOf(list.day), timeSlot })
  return rows.map((row) => ({
    ...row,
    personKey: keyOfPerson(row),
    isTrained: fromFlag(row.trained),
    isAvailable: fromFlag(row.available),
    isFree: free.has(row.id),
  }))
}

export type PlacePerson = Awaited<ReturnType<typeof readPlacePeople>>[number]

/** Returns the ids of the volunteers who are available at this time of the week. */
async function readFree(
  db: ScopedDb,
  time: { dayOfWeek: string; timeSlot: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('availability_schedules')
    .select('volunteerId')
    .where((where) => where.and({ ...time, isAvailable: 1 }))
    .execute()
  return new Set(rows.map(({ volunteerId }) => volunteerId))
}

/** Returns `Saturday` for `2026-11-28`. */
export function weekdayOf(day: string): string {
  // Monday is the first of the names, Sunday the first of a week in JavaScript.
  return days[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? ''
}
