import type { VolunteerFacets, VolunteerFilter } from '@dashboard/contract/volunteers'
import type { VolunteerIndex } from './build-index.ts'
import { type Rank, rankOf, ranks } from './match-volunteers.ts'
import { readSearchTerms } from './search-terms.ts'
import { type ActiveFilter, activeFilters, type FilterName } from './volunteer-filters.ts'
import { placesOf, type VolunteerScope } from './volunteer-places.ts'

export interface Found {
  /** The rank of each volunteer, by number; `ranks.none` for volunteers who are not chosen. */
  ranks: Uint8Array
  total: number
  /** Set when the caller asks for them. */
  facets: VolunteerFacets | undefined
}

interface Asked {
  filter: VolunteerFilter
  scope: VolunteerScope
  /** Ids of volunteers with a wrong number, within the scope. */
  wrongNumbers?: ReadonlySet<string>
}

const nobody: ReadonlySet<string> = new Set()

/** Returns the volunteers in scope whom the filters choose, and how many each filter would leave. */
export function findVolunteers(
  index: VolunteerIndex,
  { filter, scope, wrongNumbers = nobody }: Asked,
  { withFacets }: { withFacets: boolean },
): Found {
  const places = placesOf(index, scope)
  const search = searchOf(index, filter.q)
  const filters = activeFilters(index, filter, { places, wrongNumbers })
  const choosing = Object.values(filters).filter(({ passes }) => passes !== undefined)
  const found = new Uint8Array(index.ids.length).fill(ranks.none)
  const passing: number[] = []
  // A filter's own choices do not count for its numbers: a volunteer who fails only that filter counts for it, and one
  // who fails none counts for all.
  const failing = new Map<ActiveFilter, number[]>(choosing.map((each) => [each, []]))
  for (let volunteer = 0; volunteer < found.length; volunteer += 1) {
    // A volunteer without a circuit is visible only to users who see all circuits.
    const circuit = index.circuitOf[volunteer] ?? -1
    if (scope.circuits !== null && places.circuits[circuit] === undefined) continue
    const failed = failedFilter(choosing, volunteer)
    if (failed === 'several' || (failed !== undefined && !withFacets)) continue
    const rank = search(volunteer)
    if (rank === ranks.none) continue
    if (failed === undefined) {
      found[volunteer] = rank
      passing.push(volunteer)
    } else failing.get(failed)?.push(volunteer)
  }
  const count = (each: ActiveFilter) =>
    each.count(Uint32Array.from(passing.concat(failing.get(each) ?? [])))
  const facets = withFacets ? toFacets(filters, count) : undefined
  return { ranks: found, total: passing.length, facets }
}

/** Returns the filter that leaves a volunteer out, or `several`; `undefined` when none does. */
function failedFilter(
  filters: readonly ActiveFilter[],
  volunteer: number,
): ActiveFilter | 'several' | undefined {
  let failed: ActiveFilter | undefined
  for (const each of filters) {
    if (each.passes === undefined || each.passes(volunteer)) continue
    if (failed) return 'several'
    failed = each
  }
  return failed
}

function searchOf(index: VolunteerIndex, query: string | undefined): (volunteer: number) => Rank {
  if (!query) return () => ranks.name
  const terms = readSearchTerms(query)
  // A query without a word, such as a dash, finds nobody rather than everybody.
  if (terms.length === 0) return () => ranks.none
  return (volunteer) => rankOf(index, volunteer, terms)
}

function toFacets(
  filters: Record<FilterName, ActiveFilter>,
  count: (filter: ActiveFilter) => Map<string, number>,
): VolunteerFacets {
  const counts = (name: FilterName) => Object.fromEntries(count(filters[name]))
  const flagCounts = (name: FilterName) => {
    const counted = count(filters[name])
    return { true: counted.get('true') ?? 0, false: counted.get('false') ?? 0 }
  }
  return {
    circuit: counts('circuit'),
    congregation: counts('congregation'),
    language: counts('language'),
    location: counts('location'),
    trained: flagCounts('trained'),
    available: flagCounts('available'),
    orientation: flagCounts('orientation'),
    doubleShifts: flagCounts('doubleShifts'),
    mark: counts('mark'),
    slots: counts('slots'),
  }
}
