import { countOf, formatCount } from '@dashboard/contract/counts'
import type {
  CircuitCoverage,
  CongregationCoverage,
  ReportState,
} from '@dashboard/contract/coverage'
import { compareNames } from '../../format/compare-names.ts'
import type { Sort } from '../../ui/sort-header.tsx'

/** What the board's lists have rows of: circuits, or the congregations of one circuit. */
export type CoveredPlace = CircuitCoverage | CongregationCoverage

export function placeName(place: CoveredPlace): string {
  return 'circuit' in place ? place.circuit : place.congregation
}

/** The name under which its report is made. */
export function reportTarget(place: CoveredPlace): string {
  return 'circuit' in place ? place.circuit : place.target
}

export type PlaceColumn =
  | 'name'
  | 'congregations'
  | 'volunteers'
  | 'trained'
  | 'available'
  | 'report'
export type PlaceSort = Sort<PlaceColumn>

/** As the server lists them: by name. */
export const unsortedPlaces: PlaceSort = { key: 'name', isDescending: false }

/** Whole percent, `undefined` of nothing. */
export function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((part / whole) * 100)
}

/** What is to do comes first. */
const reportOrder: Record<ReportState, number> = { missing: 0, stale: 1, current: 2 }

type Compare = (one: CoveredPlace, other: CoveredPlace) => number

function compareShares(key: 'trained' | 'available'): Compare {
  const shareOf = (place: CoveredPlace) => share(place[key], place.volunteers) ?? -1
  return (one, other) => shareOf(one) - shareOf(other)
}

const comparisons: Record<Exclude<PlaceColumn, 'name'>, Compare> = {
  congregations: (one, other) => congregationsOf(one) - congregationsOf(other),
  volunteers: (one, other) => one.volunteers - other.volunteers,
  trained: compareShares('trained'),
  available: compareShares('available'),
  report: (one, other) => reportOrder[one.report] - reportOrder[other.report],
}

function congregationsOf(place: CoveredPlace): number {
  return 'circuit' in place ? place.congregations : 0
}

/** Comparing names takes longer than all other columns, so it is done once for a list. */
export function placesByName<Place extends CoveredPlace>(
  places: readonly Place[],
): readonly Place[] {
  return places.toSorted((one, other) => compareNames(placeName(one), placeName(other)))
}

/** Places that come by name, in the order of a column; equal ones stay by name. */
export function sortPlaces<Place extends CoveredPlace>(
  places: readonly Place[],
  { key, isDescending }: PlaceSort,
): readonly Place[] {
  if (key === 'name') return isDescending ? places.toReversed() : places
  const direction = isDescending ? -1 : 1
  return places.toSorted((one, other) => direction * comparisons[key](one, other))
}

/** The figures of the coverage board. */

export type ReportFilter = 'all' | ReportState

export function totalsOf(circuits: readonly CircuitCoverage[]) {
  const sum = (key: 'congregations' | 'volunteers' | 'trained' | 'available') =>
    circuits.reduce((total, circuit) => total + circuit[key], 0)
  const count = (state: ReportState) =>
    circuits.filter((circuit) => circuit.report === state).length
  return {
    circuits: circuits.length,
    congregations: sum('congregations'),
    volunteers: sum('volunteers'),
    trained: sum('trained'),
    available: sum('available'),
    reports: { current: count('current'), stale: count('stale'), missing: count('missing') },
  }
}

/** What is wrong with the other reports: '2 older than the last import, 3 missing'. */
export function reportsText({ stale, missing }: { stale: number; missing: number }): string {
  const parts = [
    stale > 0 && `${formatCount(stale)} older than the last import`,
    missing > 0 && `${formatCount(missing)} missing`,
  ].filter(Boolean)
  return parts.length === 0 ? 'All up to date' : parts.join(', ')
}

/** Circuits that need a report and have none in the making, at most as many as one job takes. */
export function circuitsToGenerate(
  circuits: readonly CircuitCoverage[],
  inTheMaking: ReadonlySet<string>,
  atMost: number,
): string[] {
  return circuits
    .filter(({ circuit, report }) => report !== 'current' && !inTheMaking.has(circuit))
    .slice(0, atMost)
    .map(({ circuit }) => circuit)
}

/**
 * How many reports there are to generate, of which one job takes `atMost`, and when there are none, why.
 */
export function generationText(
  circuits: readonly CircuitCoverage[],
  inTheMaking: ReadonlySet<string>,
  atMost: number,
): string {
  const wanting = circuitsToGenerate(circuits, inTheMaking, circuits.length).length
  const count = countOf(wanting, 'report')
  if (wanting > atMost) return `${count} to generate, ${formatCount(atMost)} at a time.`
  if (wanting > 0) return `${count} to generate.`
  return circuits.every(({ report }) => report === 'current')
    ? 'All reports are up to date.'
    : 'The outdated and missing reports are being made.'
}

export function findPlaces<Place extends CoveredPlace>(
  places: readonly Place[],
  search: string,
  filter: ReportFilter,
): readonly Place[] {
  const wanted = search.trim().toLocaleLowerCase()
  return places.filter(
    (place) =>
      (filter === 'all' || place.report === filter) &&
      placeName(place).toLocaleLowerCase().includes(wanted),
  )
}
