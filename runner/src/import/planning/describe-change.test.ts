import { columnsOf } from '@dashboard/contract/sheet-columns'
import { expect, test } from 'vitest'
import { type DescribedVolunteer, describeFields } from './describe-change.ts'

const row = {
  locustId: 'L1',
  firstName: 'Ann',
  lastName: 'Lee',
  mobilePhone: null,
  trained: 0,
  maxShiftsWeek: null,
}

function volunteer(over: Record<string, unknown> = {}): DescribedVolunteer {
  return {
    row: { ...row, ...over } as unknown as DescribedVolunteer['row'],
    details: [[], [], [], []],
  }
}

const changesOf = (before: DescribedVolunteer | undefined, after: DescribedVolunteer) =>
  describeFields(before, after, new Map())

test('a value that was blank or becomes blank is null', () => {
  const filled = volunteer({ mobilePhone: '555-0100' })
  expect(changesOf(volunteer(), filled)).toEqual([
    { field: 'Mobile Phone', before: null, after: '555-0100' },
  ])
  expect(changesOf(filled, volunteer())).toEqual([
    { field: 'Mobile Phone', before: '555-0100', after: null },
  ])
  expect(changesOf(volunteer({ mobilePhone: undefined }), volunteer())).toEqual([])
})

test('an emergency contact is described by its columns in the order of the sheet', () => {
  const contact = Object.fromEntries(columnsOf('firstContact').map(({ field }) => [field, field]))
  const after = { ...volunteer(), details: [[], [], [], [{ ...contact, isPrimary: 1 }]] }
  const said = columnsOf('firstContact').map(({ field }) => field)
  expect(changesOf(volunteer(), after)).toEqual([
    { field: 'Emergency Contact', before: null, after: said.join(', ') },
  ])
})

test('a new volunteer has what the sheet gives, and of yes and no only yes', () => {
  expect(changesOf(undefined, volunteer({ trained: 1 }))).toEqual([
    { field: 'Locust ID', before: null, after: 'L1' },
    { field: 'First Name', before: null, after: 'Ann' },
    { field: 'Last Name', before: null, after: 'Lee' },
    { field: 'Trained', before: null, after: 'Yes' },
  ])
})

test('yes and no are words', () => {
  expect(changesOf(volunteer({ trained: 1 }), volunteer())).toEqual([
    { field: 'Trained', before: 'Yes', after: 'No' },
  ])
})
