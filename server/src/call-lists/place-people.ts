import type { CallListInput } from '@dashboard/contract/call-lists'
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

/** Returns the people of a circuit, or those who have a cart location, with the times of their week. */
export async function readPlacePeople(
  db: ScopedDb,
  { kind, place }: Pick<CallListInput, 'kind' | 'place'>,
  isTrainingKnown: boolean,
) {
  const people = selectPeople(db)
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
  const rows = await people
    .select(['trained', 'available'])
    .select(['availabilityMaxShiftsPerWeek as maxPerWeek'])
    .select(['availabilityMaxShiftsPerMonth as maxPerMonth'])
    .execute()
  const times = await db
    .selectFrom('availability_schedules')
    .select(['volunteerId', 'dayOfWeek', 'timeSlot'])
    .where('isAvailable', '=', 1)
    .where('volunteerId', 'in', people.clearSelect().select('volunteers.id'))
    .execute()
  const timesOf = Map.groupBy(times, ({ volunteerId }) => volunteerId)
  return rows.map((row) => ({
    ...row,
    personKey: personKey(row),
    trained: fromFlag(row.trained),
    needsTraining: needsTraining(fromFlag(row.trained), isTrainingKnown),
    isAvailable: fromFlag(row.available),
    times: timesOf.get(row.id) ?? [],
  }))
}
