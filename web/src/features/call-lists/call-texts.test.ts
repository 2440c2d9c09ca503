import type { CallListDetails } from '@dashboard/contract/call-lists'
import { expect, it } from 'vitest'
import { askedText, listText, nextDay, shortTimeText } from './call-texts.ts'

const list = {
  id: '1',
  kind: 'circuit' as const,
  place: 'NY-1',
  day: '2026-11-28',
  timeSlot: 'Morning',
  createdBy: 'Al',
  createdAt: '',
  wanted: null,
  called: 1,
  yes: 1,
  later: 0,
  notCalled: 2,
  isPartial: false,
}
const person = {
  volunteerId: '1',
  firstName: 'Ann',
  lastName: 'Lee',
  circuit: 'NY-1',
  congregation: 'Park',
  mobilePhone: '212 555 0100',
  emailAddress: null,
  trained: true,
  lastAskedAt: null,
  reasons: [],
  outcome: { outcome: 'no-answer' as const, by: 'Al', at: '' },
}

it('names day and time in short', () => {
  expect(shortTimeText(list)).toBe('Sat, Nov 28 · Morning')
})

it('says when somebody was asked last', () => {
  expect(askedText(person)).toBe('Never asked')
  expect(askedText({ lastAskedAt: '2026-11-02T15:00:00.000Z' })).toBe('Last asked Nov 2, 2026')
})

it('writes who can serve as text, a line each', () => {
  const people = [person, { ...person, mobilePhone: null, outcome: null }]
  const none = { people: [], total: 0 }
  const details: CallListDetails = {
    list,
    isTrainingKnown: true,
    fitting: { people, total: 2 },
    others: none,
    gone: [],
  }
  expect(listText(details)).toBe(
    [
      'Circuit NY-1, Saturday, Nov 28, 2026, Morning',
      'Lee, Ann · 212 555 0100 · Park · NY-1 · No answer',
      'Lee, Ann · no phone number · Park · NY-1',
    ].join('\n'),
  )
})

it.each([
  [
    'Arabic',
    { lastName: 'محمد', firstName: 'علي' },
    'محمد, علي · \u2066+1 917 555 0102\u2069 · Park · NY-1',
  ],
  ['Hebrew', { congregation: 'היכל' }, 'Lee, Ann · \u2066+1 917 555 0102\u2069 · היכל · NY-1'],
])('isolates a copied number from left to right beside %s', (_, named, line) => {
  const people = [{ ...person, mobilePhone: '+1 917 555 0102', ...named, outcome: null }]
  const fitting = { people, total: 1 }
  const others = { people: [], total: 0 }
  const text = listText({ list, isTrainingKnown: true, fitting, others, gone: [] })
  expect(text.split('\n')[1]).toBe(line)
})

it('proposes the next such day, which may be today, and the next Saturday otherwise', () => {
  expect(nextDay('Monday', '2026-11-22')).toBe('2026-11-23')
  expect(nextDay('Sunday', '2026-11-22')).toBe('2026-11-22')
  expect(nextDay('', '2026-11-22')).toBe('2026-11-28')
  expect(nextDay('', '2026-11-28')).toBe('2026-11-28')
})
