import { expect, test } from 'vitest'
import {
  callCountsText,
  callListState,
  callListsByWeek,
  placeName,
  shortOfWeek,
  timeText,
} from './call-list-week.ts'
import type { CallList } from './call-lists.ts'
import { weekdayOf } from './days.ts'

const list: CallList = {
  id: '1',
  kind: 'circuit',
  place: 'NY-1',
  day: '2026-11-28',
  timeSlot: 'Morning',
  createdBy: 'Ada Admin',
  createdAt: '2026-11-20T10:00:00.000Z',
  wanted: null,
  called: 0,
  yes: 0,
  later: 0,
  notCalled: 3,
  isPartial: false,
}

test('a list is called by its circuit or cart location, and its day and time', () => {
  expect(placeName(list)).toBe('Circuit NY-1')
  expect(placeName({ kind: 'location', place: 'Pier 4' })).toBe('Pier 4')
  expect(timeText(list)).toBe('Saturday, Nov 28, 2026, Morning')
  expect(timeText({ day: '2026-03-01', timeSlot: '9-11' })).toBe('Sunday, Mar 1, 2026, 9-11')
  expect([weekdayOf('2026-11-30'), weekdayOf('')]).toEqual(['Monday', ''])
})

test('a list is full with as many yes as it wants, short below that, and not begun while it was only looked at', () => {
  expect(callListState(list)).toBe('not-begun')
  expect(callListState({ ...list, wanted: 2 })).toBe('short')
  expect(callListState({ ...list, called: 4 })).toBe('short')
  expect(callListState({ ...list, called: 4, yes: 1 })).toBe('short')
  expect(callListState({ ...list, called: 4, yes: 2 })).toBe('full')
  expect(callListState({ ...list, called: 4, yes: 3 })).toBe('full')
  expect(callListState({ ...list, called: 4, yes: 3, wanted: 4 })).toBe('short')
  expect(callListState({ ...list, called: 1, yes: 1, wanted: 1 })).toBe('full')
})

test('says how many said yes of how many wanted, how many later, and how many were not called', () => {
  expect(callCountsText({ ...list, yes: 1, later: 2 })).toBe('1 of 2 yes, 2 later, 3 not called')
  expect(callCountsText({ ...list, wanted: 20, notCalled: 1_200 })).toBe(
    '0 of 20 yes, 0 later, 1,200 not called',
  )
  expect(callCountsText({ ...list, yes: 1, notCalled: null })).toBe('1 of 2 yes, 0 later')
  expect(callCountsText({ ...list, yes: 1, isPartial: true })).toBe(
    '1 of 2 yes from your circuits, 0 later, 3 not called',
  )
})

test('the week has today and six days after it, the soonest first, then later ones, and past ones from the latest on', () => {
  const at = (day: string, timeSlot = 'Morning', place = 'NY-1') => ({
    ...list,
    id: `${day} ${timeSlot} ${place}`,
    day,
    timeSlot,
    place,
  })
  const lists = [
    at('2026-12-05'),
    at('2026-11-27'),
    at('2026-11-28', 'Evening'),
    at('2027-01-02'),
    at('2026-12-04'),
    at('2026-11-28', 'Morning', 'NY-10'),
    at('2026-11-20'),
    at('2026-11-28', 'Morning', 'NY-2'),
  ]
  const ids = (some: readonly CallList[]) => some.map(({ id }) => id)
  const { week, later, past } = callListsByWeek(lists, '2026-11-28')
  expect(ids(week)).toEqual([
    '2026-11-28 Morning NY-2',
    '2026-11-28 Morning NY-10',
    '2026-11-28 Evening NY-1',
    '2026-12-04 Morning NY-1',
  ])
  expect(ids(later)).toEqual(['2026-12-05 Morning NY-1', '2027-01-02 Morning NY-1'])
  expect(ids(past)).toEqual(['2026-11-27 Morning NY-1', '2026-11-20 Morning NY-1'])
  expect(callListsByWeek([], '2026-11-28')).toEqual({ week: [], later: [], past: [] })
})

test('the short lists of the week are those of today and the six days after, without full ones and those only looked at', () => {
  const short = { ...list, wanted: 1 }
  const lists = [
    { ...short, id: 'far', day: '2026-12-05' },
    { ...short, id: 'last', day: '2026-12-04' },
    { ...short, id: 'full', yes: 1, called: 1 },
    { ...list, id: 'looked at' },
    { ...list, id: 'called', called: 1, timeSlot: 'Evening' },
    { ...short, id: 'wished' },
    { ...short, id: 'gone', day: '2026-11-27' },
  ]
  expect(shortOfWeek(lists, '2026-11-28').map(({ id }) => id)).toEqual(['wished', 'called', 'last'])
})
