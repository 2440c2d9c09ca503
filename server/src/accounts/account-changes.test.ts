import { expect, test } from 'vitest'
import { describeChanges } from './account-changes.ts'

const before = {
  username: 'uma',
  firstName: 'Uma',
  lastName: 'User',
  role: 'user',
  isActive: 1,
  circuits: null,
} as const

test('a change of name is recorded, without the names themselves', () => {
  expect(describeChanges(before, { firstName: 'Ulla', lastName: 'Other' })).toEqual({
    fields: ['firstName', 'lastName'],
  })
})

test('values that decide on rights are recorded in full, and unchanged values are left out', () => {
  const changes = { username: 'uma', lastName: 'User', role: 'admin', isActive: false } as const
  expect(describeChanges(before, { ...changes, circuits: ['NY-1'] })).toEqual({
    fields: ['role', 'isActive', 'circuits'],
    role: { from: 'user', to: 'admin' },
    isActive: { from: true, to: false },
    circuits: { from: null, to: ['NY-1'] },
  })
})
