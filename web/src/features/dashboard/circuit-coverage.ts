import { countOf, formatCount } from '@dashboard/contract/counts'
import type { CircuitCoverage, ReportState } from '@dashboard/contract/coverage'
import { type CoveredPlace, placeName } from './covered-places.ts'

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
