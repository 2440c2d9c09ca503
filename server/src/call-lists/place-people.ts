import type { CallListInput } from '@dashboard/contract/call-lists'
import { days } from '@dashboard/contract/days'
import { timesWithin } from '@dashboard/contract/time-slots'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { needsTraining } from '@dashboard/store/volunteers/availability'
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
export async function readPlacePeople(
  db: ScopedDb,
  { kind, place, day, timeSlot }: CallListInput,
  isTrainingKnown: boolean,
) {
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
  const ofDay = db
    .selectFrom('availability_schedules')
    .where((where) => where.and({ dayOfWeek: weekdayOf(day), isAvailable: 1 }))
  const timeSlots = await ofDay.select('timeSlot').distinct().execute()
  const within = timesWithin([timeSlot])
  const covering = timeSlots.map((row) => row.timeSlot).filter((own) => within(own).length > 0)
  const free = await ofDay.select('volunteerId').where('timeSlot', 'in', covering).execute()
  const freeIds = new Set(free.map(({ volunteerId }) => volunteerId))
  return rows.map((row) => ({
    ...row,
    personKey: personKey(row),
    trained: fromFlag(row.trained),
    needsTraining: needsTraining(fromFlag(row.trained), isTrainingKnown),
    isAvailable: fromFlag(row.available),
    isFree: freeIds.has(row.id),
  }))
}

/** Returns `Saturday` for `2026-11-28`. */
export function weekdayOf(day: string): string {
  // Monday is the first of the names, Sunday the first of a week in JavaScript.
  return days[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? ''
}
