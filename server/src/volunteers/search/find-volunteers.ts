import type { VolunteerFacets, VolunteerFilter } from '@dashboard/contract/volunteers'
import type { IndexedPerson, VolunteerIndex } from './build-index.ts'
import { type Matches, type Rank, rankOf, ranks } from './rank-matches.ts'
import { readSearchTerms } from './search-terms.ts'
import { activeFilters, countValues, type FilterName, passes } from './volunteer-filters.ts'
import { peopleOf, placesOf, type VolunteerScope } from './volunteer-places.ts'

interface Asked {
  filter: VolunteerFilter
  scope: VolunteerScope
  /** Ids of volunteers with a wrong number, within the scope. */
  wrongNumbers?: ReadonlySet<string>
}

/** Returns the volunteers in scope whom the filters choose, and how many each filter would leave if asked for. */
export function findVolunteers(
  index: VolunteerIndex,
  { filter, scope, wrongNumbers = new Set() }: Asked,
  { withFacets }: { withFacets: boolean },
): { matches: Matches; facets: VolunteerFacets | undefined } {
  const search = searchOf(filter.q)
  const filters = activeFilters(filter, { places: placesOf(index, scope), wrongNumbers })
  const names = Object.keys(filters) as FilterName[]
  const choosing = names.filter((name) => filters[name].chosen?.length)
  const matches = new Map<IndexedPerson, Rank>()
  // A filter's own choices do not count for its numbers: a volunteer who fails only that filter counts for it, and one
  // who fails none counts for all.
  const failing = new Map<FilterName, IndexedPerson[]>(choosing.map((name) => [name, []]))
  for (const person of peopleOf(index, scope)) {
    const [failed, another] = choosing.filter((name) => !passes(filters[name], person))
    if (another !== undefined || (failed !== undefined && !withFacets)) continue
    const rank = search(person)
    if (rank === undefined) continue
    if (failed === undefined) matches.set(person, rank)
    else failing.get(failed)?.push(person)
  }
  if (!withFacets) return { matches, facets: undefined }
  const found = [...matches.keys()]
  const facets = names.map((name) => [
    name,
    countValues(filters[name], found.concat(failing.get(name) ?? [])),
  ])
  return { matches, facets: Object.fromEntries(facets) }
}

function searchOf(query: string | undefined): (person: IndexedPerson) => Rank | undefined {
  if (!query) return () => ranks.name
  const terms = readSearchTerms(query)
  // A query without a word, such as a dash, finds nobody rather than everybody.
  if (terms.length === 0) return () => undefined
  return (person) => rankOf(person, terms)
}
