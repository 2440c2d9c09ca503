import type { Report } from '@dashboard/contract/reports'
import { describe, expect, it } from 'vitest'
import {
  countPicked,
  filterOf,
  isPicked,
  manyPicked,
  nothingPicked,
  type Picked,
  type PickedAction,
  reducePicked,
  stillThere,
} from './picked-reports.ts'
import { initialView } from './report-list.ts'

const until = '2026-11-20T12:00:00.000Z'

function report(id: string, over: Partial<Report> = {}): Report {
  return { id, current: true, generatedAt: until, ...over } as Report
}
const after = (...actions: PickedAction[]): Picked => actions.reduce(reducePicked, nothingPicked)
const pick = (id: string, over?: Partial<Report>): PickedAction => ({
  type: 'pick',
  report: report(id, over),
  isPicked: true,
})
const unpick = (id: string, over?: Partial<Report>): PickedAction => ({
  type: 'pick',
  report: report(id, over),
  isPicked: false,
})
const everything: PickedAction = {
  type: 'pickMatching',
  filter: filterOf({ ...initialView, search: 'ny' }),
  until,
}

describe('by ids', () => {
  it('selects one by one, and all that are there beside them', () => {
    const picked = after(pick('a'), pick('b'), unpick('a'), { type: 'pickAll', ids: ['b', 'c'] })
    expect(manyPicked(picked)).toEqual({ ids: ['b', 'c'] })
    expect(countPicked(picked, 9)).toBe(2)
    expect([isPicked(picked, report('a')), isPicked(picked, report('c'))]).toEqual([false, true])
  })
  it('stays when something else is searched', () => {
    expect(manyPicked(after(pick('a'), { type: 'lookElsewhere' }))).toEqual({ ids: ['a'] })
  })
  it('leaves out what is gone', () => {
    const picked = stillThere(after(pick('a'), pick('b')), [report('b'), report('c')])
    expect(manyPicked(picked)).toEqual({ ids: ['b'] })
  })
})

describe('all that match', () => {
  it('takes the place of what was selected, minus what is unselected, plus what is added', () => {
    const later = { generatedAt: '2026-11-20T12:00:01.000Z' }
    const picked = after(
      pick('x'),
      everything,
      unpick('a'),
      unpick('b'),
      pick('b'),
      pick('o', later),
    )
    expect(manyPicked(picked)).toEqual({
      filter: { q: 'ny', until, except: ['a'], also: ['o'] },
    })
    expect(countPicked(picked, 2_000)).toBe(2_000)
    expect(isPicked(picked, report('a'))).toBe(false)
    expect(isPicked(picked, report('z', { current: false }))).toBe(true)
    expect(isPicked(picked, report('o', later))).toBe(true)
    expect(isPicked(picked, report('p', later))).toBe(false)
  })
  it('leaves out what is generated later, until it is selected', () => {
    const later = { generatedAt: '2026-11-20T12:00:01.000Z' }
    expect(isPicked(after(everything), report('n', later))).toBe(false)
    const picked = after(everything, pick('n', later))
    expect(isPicked(picked, report('n', later))).toBe(true)
    expect(countPicked(picked, 5)).toBe(6)
    expect(countPicked(after(everything, pick('n', later), unpick('n', later)), 5)).toBe(5)
  })
  it('is never less than nothing', () => {
    expect(countPicked(after(everything, unpick('a'), unpick('b')), 1)).toBe(0)
  })
  it('ends with another search or filter, and when it is cleared', () => {
    expect(after(everything, { type: 'lookElsewhere' })).toEqual(nothingPicked)
    expect(after(everything, { type: 'clear' })).toEqual(nothingPicked)
  })
  it('becomes a selection by ids when all that match are there', () => {
    const picked = after(everything, pick('o', { generatedAt: '2026-11-21' }), {
      type: 'pickAll',
      ids: ['a'],
    })
    expect(manyPicked(picked)).toEqual({ ids: ['o', 'a'] })
  })
  it('is not asked whether it is still there', () => {
    expect(stillThere(after(everything), [])).toEqual(after(everything))
  })
})

it.each([
  [{}, {}],
  [{ search: ' NY ' }, { q: 'NY' }],
  [
    { show: 'newest', search: 'NY' },
    { current: true, q: 'NY' },
  ],
  [{ show: 'stale' }, { stale: true }],
  [{ show: 'fresh' }, { stale: false }],
] as const)('filterOf %j is %j', (view, filter) => {
  expect(filterOf({ ...initialView, ...view })).toEqual(filter)
})
