import { expect, it } from 'vitest'
import { hasExpired, initials } from './session-user.ts'

it('initials take the first letter of each name, whatever the script', () => {
  expect(initials({ firstName: 'ana', lastName: 'Okonkwo' })).toBe('AO')
  expect(initials({ firstName: '𝒜da', lastName: ' ' })).toBe('𝒜')
})

it('a session is over at its very second', () => {
  const user = {
    userId: '',
    username: '',
    firstName: '',
    lastName: '',
    role: 'user',
    exp: 10,
  } as const
  expect(hasExpired(user, 9_999)).toBe(false)
  expect(hasExpired(user, 10_000)).toBe(true)
})
