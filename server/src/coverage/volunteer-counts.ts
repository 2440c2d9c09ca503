import type { CongregationCoverage } from '@dashboard/contract/coverage'
import { memoize } from '@dashboard/contract/memoized-texts'
import { readSlot } from '@dashboard/contract/volunteers'
import type { Scope } from '@dashboard/store/database/scope'
import { type Availability, countAvailability } from '@dashboard/store/volunteers/availability'
import type { VolunteerIndex } from '../volunteers/search/build-index.ts'
import { peopleOf } from '../volunteers/search/volunteer-places.ts'

type VolunteerCounts = Pick<CongregationCoverage, 'volunteers' | 'trained' | 'available'>

export const noVolunteers: VolunteerCounts = { volunteers: 0, trained: 0, available: 0 }

/** Volunteers of this place; everybody if left out. */
interface CountedPlace {
  circuit?: string
  congregationId?: string
}

/** Counts who can serve when, among the volunteers of a place that a scope has. */
export type CountWeek = (scope: Scope, place?: CountedPlace) => Promise<Availability>

/**
 * Returns a function that counts who can serve when from the volunteers in memory, as the lists do to which the numbers
 * lead (docs/decisions/0030-volunteer-search.md).
 */
export function createWeekCounter(readIndex: () => Promise<VolunteerIndex>): CountWeek {
  const timeOf = memoize(readSlot)
  return async (scope, { circuit, congregationId } = {}) => {
    const index = await readIndex()
    const people = peopleOf(index, scope).filter(
      (person) =>
        (circuit === undefined || index.circuits[person.circuit] === circuit) &&
        (congregationId === undefined ||
          index.congregations[person.congregation]?.id === congregationId),
    )
    const weeks = people.map(({ trained, available, slots }) => ({
      trained,
      available,
      availability: slots.map(timeOf),
    }))
    // About the whole sheet, also for a user who sees a part of it.
    const isTrainingKnown = index.people.some(({ trained }) => trained)
    return countAvailability(weeks, isTrainingKnown)
  }
}
