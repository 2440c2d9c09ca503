import type { User } from '@dashboard/contract/accounts'
import { describe, expect, it } from 'vitest'
import { filterUsers, userCount } from './user-filter.ts'

function user(username: string, firstName: string, lastName: string): User {
  return {
    id: username,
    username,
    firstName,
    lastName,
    role: 'user',
    isActive: true,
    mustChangePassword: false,
    lastSignInAt: null,
    createdAt: '2025-01-05T12:00:00Z',
    updatedAt: '2025-01-05T12:00:00Z',
  }
}

describe('filterUsers', () => {
  const users = [user('mia', 'Mia', 'Ortega'), user('jdoe', 'Jan', 'Doe')]
  const found = (search: string) => filterUsers(users, search).map(({ username }) => username)

  it('finds by username and by the full name across its parts, whatever the case', () => {
    expect(found('JDO')).toEqual(['jdoe'])
    expect(found('mia ort')).toEqual(['mia'])
    expect(found(' o ')).toEqual(['mia', 'jdoe'])
    expect(found('zz')).toEqual([])
  })
  it('keeps the very list when nothing is searched', () => {
    expect(filterUsers(users, ' ')).toBe(users)
  })
})

it('userCount names shown and all', () => {
  expect(userCount(1, 1)).toBe('1 user')
  expect(userCount(12, 12)).toBe('12 users')
  expect(userCount(0, 12)).toBe('0 of 12 users')
})
