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

/** Returns the people of a list's circuit, or those with its cart location, and whether they are free at its time. */
export async function readPlacePeople(db: ScopedDb, { kind, place, day, timeSlot }: CallListInput) {
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
  const free = await db
    .selectFrom('availability_schedules')
    .select('volunteerId')
    .where((where) => where.and({ dayOfWeek: weekdayOf(day), timeSlot, isAvailable: 1 }))
    .execute()
  const freeIds = new Set(free.map(({ volunteerId }) => volunteerId))
  return rows.map((row) => ({
    ...row,
    personKey: personKey(row),
    isTrained: fromFlag(row.trained),
    isAvailable: fromFlag(row.available),
    isFree: freeIds.has(row.id),
  }))
}

/** Returns `Saturday` for `2026-11-28`. */
export function weekdayOf(day: string): string {
  // Monday is the first of the names, Sunday the first of a week in JavaScript.
  return days[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? ''
}
