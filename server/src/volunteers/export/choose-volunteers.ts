import type { ContactKind } from '@dashboard/contract/copied-contacts'
import type { VolunteerFilter, VolunteerQuery } from '@dashboard/contract/volunteers'
import type { Scope } from '@dashboard/store/database/scope'
import { readCursor } from '../../http/page-cursor.ts'
import type { IndexedPerson, VolunteerIndex } from '../search/build-index.ts'
import { findVolunteers } from '../search/find-volunteers.ts'
import { cursorTypes, takeSorted } from '../search/sort-volunteers.ts'
import { placesOf } from '../search/volunteer-places.ts'

export type ChosenVolunteers = ReturnType<typeof chooseVolunteers>
export type ChooseVolunteers = (query: VolunteerQuery, scope: Scope) => Promise<ChosenVolunteers>

/** Returns the volunteers that the parameters choose, in the order of the list; all of them unless `limit` is given. */
export function chooseVolunteers(
  index: VolunteerIndex,
  query: VolunteerQuery,
  { scope, wrongNumbers }: { scope: Scope; wrongNumbers: ReadonlySet<string> },
) {
  const { limit, cursor, sort = 'lastName', facets: withFacets = false, ...filter } = query
  const after = readCursor({ list: 'volunteers', sort }, cursorTypes, cursor)
  const asked = { filter, scope, wrongNumbers }
  const { matches, facets } = findVolunteers(index, asked, { withFacets })
  const people = takeSorted(index, matches, { sort, limit: limit ?? matches.size, after })
  return {
    filter,
    people,
    facets,
    rows: { places: placesOf(index, scope), matches, wrongNumbers },
  }
}

/**
 * Returns an export's details for the audit log. A search text may be a volunteer's name or number, so the log does not
 * contain it.
 */
export function exportDetails(
  { filter, people }: { filter: VolunteerFilter; people: readonly IndexedPerson[] },
  format: 'csv' | 'xlsx' | 'pdf' | ContactKind,
) {
  const { q, slots, ...rest } = filter
  return {
    format,
    volunteers: people.length,
    ...(q && { isSearched: true }),
    ...rest,
    ...(slots && { slots: slots.map(({ day, timeSlot }) => `${day} ${timeSlot}`) }),
  }
}
