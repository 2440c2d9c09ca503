import type { Report } from '@dashboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { arrangeReports, initialView, newReports, pickedIds } from './report-list.ts'
import { archiveName, arrivalText, confirmations, generateLabel } from './report-texts.ts'

function report(id: string, over: Partial<Report> = {}): Report {
  return {
    id,
    circuitId: id,
    congregation: null,
    filename: `Circuit ${id} 2026-11-20.pdf`,
    size: 1000,
    pages: null,
    volunteers: null,
    format: 'pdf',
    generatedAt: '2026-11-20T10:00:00.000Z',
    downloadUrl: `/api/reports/${id}/download`,
    stale: false,
    ...over,
  }
}
const ids = (reports: Report[]) => reports.map(({ id }) => id)

describe('arrangeReports', () => {
  const reports = [
    report('NY-10', { size: 3000, generatedAt: '2026-11-18T10:00:00.000Z', stale: true }),
    report('NY-2', { size: 1000, generatedAt: '2026-11-20T10:00:00.000Z' }),
    report('c', {
      circuitId: 'NY-2',
      congregation: 'Astoria',
      filename: 'Congregation Astoria (NY-2) 2026-11-19.pdf',
      size: 2000,
      generatedAt: '2026-11-19T10:00:00.000Z',
    }),
  ]
  it('shows the newest first', () => {
    expect(ids(arrangeReports(reports, initialView))).toEqual(['NY-2', 'c', 'NY-10'])
  })
  it('sorts by name in natural order, the circuit before its congregations', () => {
    expect(ids(arrangeReports(reports, { ...initialView, sort: 'name' }))).toEqual([
      'NY-2',
      'c',
      'NY-10',
    ])
  })
  it('shows the largest first', () => {
    expect(ids(arrangeReports(reports, { ...initialView, sort: 'size' }))).toEqual([
      'NY-10',
      'c',
      'NY-2',
    ])
  })
  it.each([
    ['ny-10', ['NY-10']],
    [' ASTORIA ', ['c']],
    ['.pdf', ['NY-2', 'c', 'NY-10']],
    ['nothing', []],
  ])('searches circuit id and file name for "%s"', (search, found) => {
    expect(ids(arrangeReports(reports, { ...initialView, search }))).toEqual(found)
  })
  it('finds a circuit whose id is not in the file name, and a file name of another circuit', () => {
    const renamed = [report('NY-1', { filename: 'Old.pdf' }), report('NY-2')]
    const found = (search: string) => ids(arrangeReports(renamed, { ...initialView, search }))
    expect(found('ny-1')).toEqual(['NY-1'])
    expect(found('OLD')).toEqual(['NY-1'])
    expect(found('  Circuit NY-2 2026  ')).toEqual(['NY-2'])
  })

  describe('whatever order they come in', () => {
    const newer = '2026-11-20T10:00:00.000Z'
    const older = '2026-11-19T10:00:00.000Z'
    const in2 = { circuitId: 'NY-2', size: 2000 }
    const some = [
      report('1', { ...in2, generatedAt: newer }),
      report('2', { ...in2, generatedAt: older }),
      report('3', { ...in2, generatedAt: newer, congregation: 'Astoria' }),
      report('4', { ...in2, generatedAt: newer, congregation: 'Bayside', size: 3000 }),
      report('5', { circuitId: 'NY-10', generatedAt: newer, size: 1000 }),
      report('6', { circuitId: 'NY-10', generatedAt: older, size: 2000 }),
    ]
    const orders = some.flatMap((_, index) => {
      const turned = [...some.slice(index), ...some.slice(0, index)]
      return [turned, turned.toReversed()]
    })
    it.each([
      ['date, then name', 'date', /^134526$/],
      ['name, then date', 'name', /^123456$/],
      ['size, then date', 'size', /^4(13|31)(26|62)5$/],
    ] as const)('sorts by %s', (_, sort, expected) => {
      for (const order of orders) {
        expect(ids(arrangeReports(order, { ...initialView, sort })).join('')).toMatch(expected)
      }
    })
  })

  it('filters by age', () => {
    expect(ids(arrangeReports(reports, { ...initialView, age: 'stale' }))).toEqual(['NY-10'])
    expect(ids(arrangeReports(reports, { ...initialView, age: 'current' }))).toEqual(['NY-2', 'c'])
  })
})

it('pickedIds leaves out reports that are gone', () => {
  expect(pickedIds([report('a'), report('b')], new Set(['b', 'gone']))).toEqual(['b'])
})

describe('newReports', () => {
  it('are those not known before', () => {
    expect(ids(newReports(new Set(['a']), [report('b'), report('a')]))).toEqual(['b'])
  })
  it('are none when the first list comes', () => {
    expect(newReports(undefined, [report('a')])).toEqual([])
  })
})

describe('texts', () => {
  it('counts one in the singular', () => {
    expect(generateLabel(0)).toBe('Generate 0 Reports')
    expect(generateLabel(1)).toBe('Generate 1 Report')
    expect(generateLabel(1200)).toBe('Generate 1,200 Reports')
  })
  it('asks in the documented words', () => {
    expect(confirmations.one(report('NY-1')).body).toBe(
      'Are you sure you want to delete this report?',
    )
    expect(confirmations.selected(3).body).toBe(
      'Are you sure you want to delete 3 selected reports?',
    )
    expect(confirmations.all(7).body).toBe(
      'Are you sure you want to delete ALL 7 reports? This action cannot be undone.',
    )
  })
  it('names the archive by the ISO date', () => {
    expect(archiveName(new Date('2026-11-20T23:30:00Z'))).toBe('SMPW-Reports-2026-11-20.zip')
  })
  it('names at most three of the reports that have come', () => {
    expect(arrivalText([report('NY-1', { congregation: 'Astoria' })])).toBe(
      '1 new report: NY-1, Astoria',
    )
    expect(arrivalText(['a', 'b', 'c', 'd', 'e'].map((id) => report(id)))).toBe(
      '5 new reports: a; b; c and 2 more',
    )
  })
})
