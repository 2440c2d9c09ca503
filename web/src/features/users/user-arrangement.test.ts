import type { User } from '@dashboard/contract/accounts'
import { describe, expect, it } from 'vitest'
import { everybody, filterUsers, sortUsers, type UserSort, userCount } from './user-arrangement.ts'

function user(username: string, firstName: string, lastName: string): User {
  return {
    id: username,
    username,
    firstName,
    lastName,
    role: 'user',
    isActive: true,
    mustChangePassword: false,
    isInvited: false,
    circuits: null,
    lastSignInAt: null,
    createdAt: '2025-01-05T12:00:00Z',
    updatedAt: '2025-01-05T12:00:00Z',
  }
}

describe('role and status', () => {
  const users = [
    { ...user('mia', 'Mia', 'Ortega'), role: 'admin' as const },
    { ...user('jdoe', 'Jan', 'Doe'), isActive: false },
  ]
  it('filter alone and together', () => {
    const found = (filter: object) =>
      filterUsers(users, { ...everybody, ...filter }).map(({ username }) => username)
    expect(found({ role: 'admin' })).toEqual(['mia'])
    expect(found({ status: 'inactive' })).toEqual(['jdoe'])
    expect(found({ status: 'active' })).toEqual(['mia'])
    expect(found({ role: 'admin', status: 'inactive' })).toEqual([])
    expect(found({ role: 'user', search: 'mia' })).toEqual([])
  })
})

describe('sortUsers', () => {
  const users = [
    { ...user('b10', 'Bo', 'Ash'), lastSignInAt: '2026-01-02T00:00:00.000Z' },
    { ...user('b2', 'Ada', 'Zorn'), role: 'admin' as const, createdAt: '2026-01-01T00:00:00Z' },
    { ...user('c', 'Cy', 'Oz'), isActive: false, lastSignInAt: '2026-01-03T00:00:00.000Z' },
  ]
  it.each([
    ['name', false, 'b2 b10 c'],
    ['username', true, 'c b10 b2'],
    ['role', false, 'b2 b10 c'],
    ['status', true, 'c b2 b10'],
    ['created', false, 'b10 c b2'],
    ['lastSignIn', true, 'c b10 b2'],
    ['lastSignIn', false, 'b2 b10 c'],
  ] as const)('by %s, descending: %s', (key, isDescending, expected) => {
    const sort: UserSort = { key, isDescending }
    expect(
      sortUsers(users, sort)
        .map(({ username }) => username)
        .join(' '),
    ).toBe(expected)
  })
})

describe('filterUsers', () => {
  const users = [user('mia', 'Mia', 'Ortega'), user('jdoe', 'Jan', 'Doe')]
  const found = (search: string) =>
    filterUsers(users, { ...everybody, search }).map(({ username }) => username)

  it('finds by username and by the full name across its parts, whatever the case', () => {
    expect(found('JDO')).toEqual(['jdoe'])
    expect(found('mia ort')).toEqual(['mia'])
    expect(found(' o ')).toEqual(['mia', 'jdoe'])
    expect(found('zz')).toEqual([])
  })
  it('returns the same array when nothing is searched', () => {
    expect(filterUsers(users, { ...everybody, search: ' ' })).toBe(users)
  })
})

it('userCount names shown and all', () => {
  expect(userCount(1, 1)).toBe('1 user')
  expect(userCount(12, 12)).toBe('12 users')
  expect(userCount(0, 12)).toBe('0 of 12 users')
})
