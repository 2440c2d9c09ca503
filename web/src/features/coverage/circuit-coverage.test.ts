import type { CircuitCoverage } from '@dashboard/contract/coverage'
import { describe, expect, it } from 'vitest'
import {
  circuitsToGenerate,
  findPlaces,
  generationText,
  monthsText,
  reportsText,
  share,
  totalsOf,
} from './covered-places.ts'

const circuits: CircuitCoverage[] = [
  {
    circuit: 'NY-1',
    congregations: 2,
    volunteers: 10,
    trained: 5,
    available: 4,
    report: 'current',
    newestReport: null,
  },
  {
    circuit: 'NY-2',
    congregations: 1,
    volunteers: 0,
    trained: 0,
    available: 0,
    report: 'stale',
    newestReport: null,
  },
  {
    circuit: 'NJ-1',
    congregations: 3,
    volunteers: 5,
    trained: 1,
    available: 5,
    report: 'missing',
    newestReport: null,
  },
  {
    circuit: 'NJ-2',
    congregations: 1,
    volunteers: 5,
    trained: 1,
    available: 5,
    report: 'missing',
    newestReport: null,
  },
]
const names = (found: readonly CircuitCoverage[]) => found.map(({ circuit }) => circuit)

it('share is a whole percentage, and undefined where the whole is 0', () => {
  expect(share(1, 3)).toBe(33)
  expect(share(3, 3)).toBe(100)
  expect(share(0, 0)).toBeUndefined()
})

it('totalsOf adds up', () => {
  expect(totalsOf(circuits)).toEqual({
    circuits: 4,
    congregations: 7,
    volunteers: 20,
    trained: 7,
    available: 14,
    reports: { current: 1, stale: 1, missing: 2 },
  })
})

it('reportsText names what there is to do', () => {
  expect(reportsText({ stale: 0, missing: 0 })).toBe('All up to date')
  expect(reportsText({ stale: 0, missing: 3 })).toBe('3 missing')
  expect(reportsText({ stale: 1200, missing: 3 })).toBe('1,200 out of date, 3 missing')
})

it('circuitsToGenerate chooses stale and missing ones that are not being made', () => {
  expect(circuitsToGenerate(circuits, new Set())).toEqual(['NY-2', 'NJ-1', 'NJ-2'])
  expect(circuitsToGenerate(circuits, new Set(['NJ-1']))).toEqual(['NY-2', 'NJ-2'])
})

it('findPlaces searches names and filters by report', () => {
  expect(names(findPlaces(circuits, ' nj ', 'all'))).toEqual(['NJ-1', 'NJ-2'])
  expect(names(findPlaces(circuits, '', 'stale'))).toEqual(['NY-2'])
  expect(names(findPlaces(circuits, 'nj', 'current'))).toEqual([])
})

it('generationText says how many, or why there is nothing to generate', () => {
  const none = new Set<string>()
  expect(generationText(circuits, none)).toBe('3 reports to generate.')
  expect(generationText(circuits, new Set(['NY-2', 'NJ-1']))).toBe('1 report to generate.')
  expect(generationText(circuits, new Set(['NY-2', 'NJ-1', 'NJ-2']))).toBe(
    'The outdated and missing reports are being made.',
  )
  expect(generationText(circuits.slice(0, 1), none)).toBe('All reports are up to date.')
})

describe('monthsText', () => {
  const known = { isTrainingKnown: true }
  /** The numbers are those of people who are trained and available; four more are available. */
  const figures = (...months: [month: string, both: number][]) =>
    months.map(([month, both]) => ({
      month,
      volunteers: 60,
      trained: 50,
      available: both + 4,
      trainedAndAvailable: both,
    }))
  const today = '2026-11-29'

  it('compares with the last month that had another number', () => {
    const months = figures(['2026-11', 31], ['2026-10', 31], ['2026-03', 24], ['2026-02', 30])
    expect(monthsText(months, known, today)).toBe('31 trained and available; 24 in March')
  })

  it('names the year of a month of another year', () => {
    const months = figures(['2026-11', 1_031], ['2025-03', 1_024])
    expect(monthsText(months, known, today)).toBe(
      '1,031 trained and available; 1,024 in March 2025',
    )
  })

  it('says that nothing has changed', () => {
    const months = figures(['2026-11', 31], ['2026-09', 31], ['2026-03', 31])
    expect(monthsText(months, known, today)).toBe('31 trained and available, as in September')
  })

  it('counts available people where the sheet does not say who is trained', () => {
    const months = figures(['2026-11', 31], ['2026-03', 24])
    const text = monthsText(months, { isTrainingKnown: false }, today)
    expect(text).toBe('35 available; 28 in March')
  })

  it('is left out without an earlier month', () => {
    expect(monthsText(figures(['2026-11', 31]), known, today)).toBeUndefined()
    expect(monthsText([], known, today)).toBeUndefined()
  })
})
