import type { CongregationCoverage } from '@dashboard/contract/coverage'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { type Availability, countAvailability } from '@dashboard/store/volunteers/availability'

/** Volunteers who are counted; everybody if left out. */
export type CountedPlace = { circuitId: string } | { congregationId: string }

type VolunteerCounts = Pick<CongregationCoverage, 'volunteers' | 'trained' | 'available'>

export const noVolunteers: VolunteerCounts = { volunteers: 0, trained: 0, available: 0 }

/** Selects how many volunteers there are, and how many of them are trained and available. */
export function selectVolunteerCounts(db: ScopedDb) {
  return db
    .selectFrom('volunteers')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('volunteers'),
      fn.coalesce(fn.sum<number>('trained'), lit(0)).as('trained'),
      fn.coalesce(fn.sum<number>('available'), lit(0)).as('available'),
    ])
}

/** Counts who can serve when, among the volunteers of a place. */
export async function readAvailability(
  db: ScopedDb,
  isTrainingKnown: boolean,
  place: CountedPlace | Record<never, never> = {},
): Promise<Availability> {
  const rows = await db
    .selectFrom('availability_schedules')
    .innerJoin('volunteers', 'volunteers.id', 'availability_schedules.volunteerId')
    .select(['volunteerId', 'trained', 'available', 'dayOfWeek as day', 'timeSlot'])
    .where('isAvailable', '=', 1)
    .where((where) => where.and({ ...place }))
    .execute()
  const people = [...Map.groupBy(rows, ({ volunteerId }) => volunteerId).values()].map(
    (availability) => ({
      trained: fromFlag(availability[0]?.trained ?? 0),
      available: fromFlag(availability[0]?.available ?? 0),
      availability,
    }),
  )
  return countAvailability(people, isTrainingKnown)
}
