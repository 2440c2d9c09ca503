import type { Report } from '@dashboard/contract/reports'
import { describe, expect, it } from 'vitest'
import {
  arrangeReports,
  existingIds,
  initialView,
  newestInstant,
  newReports,
  type ReportView,
} from './report-list.ts'
import {
  archiveName,
  arrivalText,
  batchText,
  confirmations,
  countText,
  extentText,
  generateLabel,
  versionSubject,
} from './report-texts.ts'

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
    jobId: null,
    stale: false,
    current: true,
    ...over,
  }
}
const ids = (reports: readonly Report[]) => reports.map(({ id }) => id)

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
  it.each([
    ['Sao Paulo', 'São Paulo'],
    ['LODZ', 'Łódź'],
    ["Mary's", 'St. Mary’s'],
    ['urumqi strasse', 'Ürümqi Straße'],
  ])('finds "%s" as Find does: %s', (search, congregation) => {
    const filename = `Congregation ${congregation} (NY-1) 2026-11-19.pdf`
    const named = [...reports, report('place', { circuitId: 'NY-1', congregation, filename })]
    expect(ids(arrangeReports(named, { ...initialView, search }))).toEqual(['place'])
  })
  it('finds a circuit whose id is not in the file name, and a file name of another circuit', () => {
    const renamed = [report('NY-1', { filename: 'Old.pdf' }), report('NY-2')]
    const found = (search: string) => ids(arrangeReports(renamed, { ...initialView, search }))
    expect(found('ny-1')).toEqual(['NY-1'])
    expect(found('OLD')).toEqual(['NY-1'])
    expect(found('  Circuit NY-2 2026  ')).toEqual(['NY-2'])
  })

  describe('whatever order they arrive in', () => {
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
})

describe('newReports', () => {
  it('are those that were not in the list before', () => {
    const arrived = newReports([report('a')], [report('b'), report('a')])
    expect(arrived.map(({ id }) => id)).toEqual(['b'])
  })
  it('are all that are added to an empty list', () => {
    expect(newReports([], [report('a')])).toHaveLength(1)
  })
  it('are none when the first list arrives', () => {
    expect(newReports(undefined, [report('a')])).toEqual([])
  })
})

describe('texts', () => {
  it('counts one in the singular', () => {
    expect(generateLabel(0)).toBe('Generate 0 Reports')
    expect(generateLabel(1)).toBe('Generate 1 Report')
    expect(generateLabel(1200)).toBe('Generate 1,200 Reports')
  })
  it('says how many there are, and how many of them are shown', () => {
    expect(countText(145, 145)).toBe('145 reports')
    expect(countText(1145, 4)).toBe('1,145 reports, 4 shown')
    expect(countText(1, 0)).toBe('1 report, 0 shown')
  })

  it('says which reports were ordered together', () => {
    expect(batchText([report('NY-1')])).toBe('NY-1')
    const astoria = report('NY-1', { congregation: 'Astoria' })
    expect(batchText([astoria, report('NY-2')])).toBe('NY-1, Astoria and 1 more')
  })

  it('asks in the documented words', () => {
    expect(confirmations.one(report('NY-1')).body).toBe(
      'Are you sure you want to delete this report?',
    )
    expect(confirmations.selected(3).body).toBe(
      'Are you sure you want to delete 3 selected reports?',
    )
    expect(confirmations.selected(1).body).toBe(
      'Are you sure you want to delete 1 selected report?',
    )
    expect(confirmations.all(7).body).toBe(
      'Are you sure you want to delete ALL 7 reports? This action cannot be undone.',
    )
  })
  it('names the archive by the ISO date', () => {
    expect(archiveName(new Date('2026-11-20T23:30:00Z'))).toBe('SMPW-Reports-2026-11-20.zip')
  })
  it('names at most three of the new reports', () => {
    expect(arrivalText([report('NY-1', { congregation: 'Astoria' })])).toBe(
      '1 new report: NY-1, Astoria',
    )
    expect(arrivalText(['a', 'b', 'c', 'd', 'e'].map((id) => report(id)))).toBe(
      '5 new reports: a; b; c and 2 more',
    )
  })
})

it('newestInstant is the time of the report generated last, in whatever order they come', () => {
  const at = (day: string) => report(day, { generatedAt: `2026-11-${day}T10:00:00.000Z` })
  expect(newestInstant([at('19'), at('21'), at('20')])).toBe('2026-11-21T10:00:00.000Z')
  expect(newestInstant([])).toBe('')
})

describe('versions of one report', () => {
  const at = (day: string) => ({ circuitId: 'NY-1', generatedAt: `2026-11-${day}T10:00:00.000Z` })
  const older = report('older', { ...at('19'), stale: true, current: false })
  const newest = report('newest', { ...at('20'), size: 10 })
  const other = report('other', { ...at('17'), congregation: 'Astoria', size: 500, stale: true })
  const shown = (view: Partial<ReportView>) =>
    ids(arrangeReports([older, newest, other], { ...initialView, ...view }))

  it('are separate rows, in the order of the list', () => {
    expect(shown({})).toEqual(['newest', 'older', 'other'])
    expect(shown({ sort: 'size' })).toEqual(['older', 'other', 'newest'])
  })
  it('are left out on request', () => {
    expect(shown({ show: 'newest' })).toEqual(['newest', 'other'])
  })
  it('each have an age', () => {
    expect(shown({ show: 'stale' })).toEqual(['older', 'other'])
    expect(shown({ show: 'fresh' })).toEqual(['newest'])
  })
  it('are distinguished by name', () => {
    expect(versionSubject(newest)).toBe('NY-1')
    expect(versionSubject(older)).toMatch(/^NY-1, older version of Nov 19, 2026, /)
  })
})

it('extentText says pages, else volunteers, else nothing', () => {
  expect(extentText({ pages: 1, volunteers: 12 })).toBe('1 page')
  expect(extentText({ pages: null, volunteers: 12 })).toBe('12 volunteers')
  expect(extentText({ pages: null, volunteers: null })).toBeUndefined()
})

it('existingIds leaves out deleted reports', () => {
  const reports = [{ id: 'b' }, { id: 'c' }] as Report[]
  expect(existingIds(new Set(['a', 'b']), reports)).toEqual(['b'])
})
