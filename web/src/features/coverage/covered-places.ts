import { compareNames } from '@dashboard/contract/compare-names'
import { countOf, formatCount } from '@dashboard/contract/counts'
import type {
  CircuitCoverage,
  CongregationCoverage,
  Coverage,
  MonthFigures,
  ReportState,
} from '@dashboard/contract/coverage'
import { searchBy } from '../../format/search-by.ts'
import { dayFormatter } from '../../format/time.ts'
import { type Sort, sortRows } from '../../ui/sort-header.tsx'

/** A row of the board's lists: a circuit, or a congregation of one circuit. */
export type CoveredPlace = CircuitCoverage | CongregationCoverage

/** The filters of the list of volunteers that choose those of a place. */
export type PlaceFilters = Readonly<Record<string, string>> & { readonly circuit: string }

export function placeName(place: CoveredPlace): string {
  return 'circuit' in place ? place.circuit : place.congregation
}

/** Returns the name under which the place's report is made. */
export function reportTarget(place: CoveredPlace): string {
  return 'circuit' in place ? place.circuit : place.target
}

/** Returns whole percent; `undefined` when the whole is 0. */
export function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((part / whole) * 100)
}

/** Reports that need work come first. */
const reportRank: Record<ReportState, number> = { missing: 0, stale: 1, current: 2 }

type Compare = (one: CoveredPlace, other: CoveredPlace) => number

function compareShares(key: 'trained' | 'available'): Compare {
  const shareOf = (place: CoveredPlace) => share(place[key], place.volunteers) ?? -1
  return (one, other) => shareOf(one) - shareOf(other)
}

const comparisons = {
  name: (one, other) => compareNames(placeName(one), placeName(other)),
  congregations: (one, other) => congregationsOf(one) - congregationsOf(other),
  volunteers: (one, other) => one.volunteers - other.volunteers,
  trained: compareShares('trained'),
  available: compareShares('available'),
  report: (one, other) => reportRank[one.report] - reportRank[other.report],
} satisfies Record<string, Compare>

export type PlaceColumn = keyof typeof comparisons
export type PlaceSort = Sort<PlaceColumn>

/** The order of the server: by name. */
export const unsortedPlaces: PlaceSort = { key: 'name', isDescending: false }

function congregationsOf(place: CoveredPlace): number {
  return 'circuit' in place ? place.congregations : 0
}

export function sortPlaces<Place extends CoveredPlace>(
  places: readonly Place[],
  sort: PlaceSort,
): readonly Place[] {
  return sortRows(places, sort, comparisons)
}

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

/** Returns what is wrong with the other reports: '2 out of date, 3 missing'. */
export function reportsText({ stale, missing }: { stale: number; missing: number }): string {
  const parts = [
    stale > 0 && `${formatCount(stale)} out of date`,
    missing > 0 && `${formatCount(missing)} missing`,
  ].filter(Boolean)
  return parts.length === 0 ? 'All up to date' : parts.join(', ')
}

const formatMonth = dayFormatter({ month: 'long' })

/**
 * Compares those who can serve with the last month that had another number: '31 trained and available; 24 in March'.
 * `months` are latest first; `undefined` without an earlier one.
 */
export function monthsText(
  [last, ...earlier]: readonly MonthFigures[],
  { isTrainingKnown }: Pick<Coverage['availability'], 'isTrainingKnown'>,
  today: string,
): string | undefined {
  const before = earlier[0]
  if (!last || !before) return undefined
  const key = isTrainingKnown ? 'trainedAndAvailable' : 'available'
  const nameOf = ({ month }: MonthFigures) => {
    const year = month.slice(0, 4)
    return today.startsWith(year) ? formatMonth(month) : `${formatMonth(month)} ${year}`
  }
  const other = earlier.find((figures) => figures[key] !== last[key])
  return [
    `${formatCount(last[key])} ${isTrainingKnown ? 'trained and available' : 'available'}`,
    other ? `; ${formatCount(other[key])} in ${nameOf(other)}` : `, as in ${nameOf(before)}`,
  ].join('')
}

/** Returns the circuits that need a report and for which none is being made. */
export function circuitsToGenerate(
  circuits: readonly CircuitCoverage[],
  inTheMaking: ReadonlySet<string>,
): string[] {
  return circuits
    .filter(({ circuit, report }) => report !== 'current' && !inTheMaking.has(circuit))
    .map(({ circuit }) => circuit)
}

/** Returns how many reports there are to generate; when there are none, why. */
export function generationText(
  circuits: readonly CircuitCoverage[],
  inTheMaking: ReadonlySet<string>,
): string {
  const wanting = circuitsToGenerate(circuits, inTheMaking).length
  if (wanting > 0) return `${countOf(wanting, 'report')} to generate.`
  return circuits.every(({ report }) => report === 'current')
    ? 'All reports are up to date.'
    : 'The outdated and missing reports are being made.'
}

const searchPlaces = searchBy((place: CoveredPlace) => [placeName(place)])

export function findPlaces<Place extends CoveredPlace>(
  places: readonly Place[],
  search: string,
  filter: ReportFilter,
): readonly Place[] {
  return searchPlaces(places, search).filter((place) => filter === 'all' || place.report === filter)
}
