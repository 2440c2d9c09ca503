import { expect, it } from 'vitest'
import { type Candidate, compareForCalling, reasonsOf } from './eligibility.ts'

const saturday = { day: '2026-11-28', timeSlot: 'Morning' }
const fitting: Candidate = {
  needsTraining: false,
  isAvailable: true,
  isFree: true,
  maxPerWeek: null,
  maxPerMonth: null,
  agreed: [],
}
const agreedOn = (...days: string[]) => days.map((day) => ({ day, timeSlot: 'Evening' }))

it('has no reason against somebody who is trained, available, free then and below the limits', () => {
  expect(reasonsOf(fitting, saturday)).toEqual([])
  const below = { ...fitting, maxPerWeek: 2, maxPerMonth: 3, agreed: agreedOn('2026-11-23') }
  expect(reasonsOf(below, saturday)).toEqual([])
})

it('names each reason', () => {
  const nobody = { ...fitting, needsTraining: true, isAvailable: false, isFree: false }
  expect(reasonsOf(nobody, saturday).map(({ kind }) => kind)).toEqual([
    ...['not-trained', 'not-available', 'other-times'],
  ])
  expect(reasonsOf({ ...fitting, agreed: [saturday] }, saturday)).toEqual([{ kind: 'serves-then' }])
})

it('says that somebody serves elsewhere where the times of one day overlap', () => {
  const agreed = [{ day: '2026-11-28', timeSlot: '9:00-12:00' }]
  const kinds = (timeSlot: string, day = '2026-11-28') =>
    reasonsOf({ ...fitting, agreed }, { day, timeSlot }).map(({ kind }) => kind)
  expect(kinds('10:00-13:00')).toEqual(['serves-then'])
  expect(kinds('12:00-15:00')).toEqual([])
  expect(kinds('10:00-13:00', '2026-11-29')).toEqual([])
  expect(kinds('Morning')).toEqual([])
})

it('counts shifts from Monday to Sunday against the maximum of a week', () => {
  const person = { ...fitting, maxPerWeek: 1 }
  const kinds = (day: string) =>
    reasonsOf({ ...person, agreed: agreedOn(day) }, saturday).map(({ kind }) => kind)
  expect(kinds('2026-11-22')).toEqual([])
  expect(kinds('2026-11-23')).toEqual(['week-limit'])
  expect(kinds('2026-11-29')).toEqual(['week-limit'])
  expect(kinds('2026-11-30')).toEqual([])
})

it('counts shifts of the calendar month, and takes a maximum of 0 at its word', () => {
  const person = { ...fitting, maxPerMonth: 2, agreed: agreedOn('2026-11-01', '2026-11-30') }
  expect(reasonsOf(person, saturday)).toEqual([{ kind: 'month-limit', limit: 2, agreed: 2 }])
  const other = { ...person, agreed: agreedOn('2026-11-01', '2026-12-01') }
  expect(reasonsOf(other, saturday)).toEqual([])
  const none = { ...fitting, maxPerWeek: 0 }
  expect(reasonsOf(none, saturday)).toEqual([{ kind: 'week-limit', limit: 0, agreed: 0 }])
})

it('puts trained people first, then those with the fewest reasons, then those asked longest ago, then by name', () => {
  const person = (lastName: string, lastAskedAt: string | null, trained = true) => ({
    lastName,
    firstName: 'A',
    lastAskedAt,
    trained,
    reasons: [],
  })
  const late = { ...person('Able', null), reasons: [{ kind: 'other-times' as const }] }
  const people = [
    person('Untrained', null, false),
    late,
    person('Recent', '2026-11-02T00:00:00.000Z'),
    person('Old', '2026-10-02T00:00:00.000Z'),
    person('Never', null),
    person('Ever', null),
  ]
  expect(people.sort(compareForCalling).map(({ lastName }) => lastName)).toEqual([
    ...['Ever', 'Never', 'Old', 'Recent', 'Able', 'Untrained'],
  ])
})
