import { expect, it } from 'vitest'
import { decodeToken, hasExpired } from './session-user.ts'
import { circuitsText, initials } from './user-words.ts'

const claims = {
  userId: 'u-1',
  username: 'ana',
  firstName: 'Ана',
  lastName: 'Okonkwo',
  role: 'admin',
  exp: 10,
}

function tokenOf(payload: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  return `header.${btoa(String.fromCharCode(...bytes))}.signature`
}

it.each<[string, unknown]>([
  ['all claims', claims],
  ['claims that no page knows', { ...claims, iat: 5 }],
  ['all circuits', { ...claims, circuits: null }],
])('reads a token with %s', (_, payload) => {
  expect(decodeToken(tokenOf(payload))).toEqual({ ...claims, circuits: null })
})

it.each([{ mustChangePassword: true }, { circuits: ['NY-1'] }])('reads %o', (more) => {
  expect(decodeToken(tokenOf({ ...claims, ...more }))).toMatchObject(more)
})

it.each<[string, unknown]>([
  ['a circuit that is no name', { ...claims, circuits: [1] }],
  ['circuits that are no list', { ...claims, circuits: 'NY-1' }],
  ['nothing', null],
  ['a text', 'ana'],
  ['a list', []],
  ['a role that is not there', { ...claims, role: 'owner' }],
  ['an expiry that is no number', { ...claims, exp: '10' }],
  ...Object.keys(claims).map((key): [string, unknown] => [
    `no ${key}`,
    { ...claims, [key]: undefined },
  ]),
  ...Object.keys(claims).map((key): [string, unknown] => [
    `null as ${key}`,
    { ...claims, [key]: null },
  ]),
])('a token with %s is nobody', (_, payload) => {
  expect(decodeToken(tokenOf(payload))).toBeUndefined()
})

it('a token whose duties have another meaning in another version is still read', () => {
  const newer = { ...claims, mustChangePassword: false, mustAddFactor: 'soon' }
  expect(decodeToken(tokenOf(newer))).toEqual({ ...claims, circuits: null })
})

it('a token without a payload, or one that is not JSON, is no user', () => {
  expect(decodeToken('header')).toBeUndefined()
  expect(decodeToken('header.%%%.signature')).toBeUndefined()
  expect(decodeToken(`header.${btoa('{')}.signature`)).toBeUndefined()
})

it('initials are the first letter of each name, in any script', () => {
  expect(initials({ firstName: 'ana', lastName: 'Okonkwo' })).toBe('AO')
  expect(initials({ firstName: '𝒜da', lastName: ' ' })).toBe('𝒜')
})

it('circuits are named up to the third', () => {
  expect(circuitsText(null)).toBe('All')
  expect(circuitsText(['NY-1', 'NY-2', 'NY-3'])).toBe('NY-1, NY-2, NY-3')
  expect(circuitsText(['NY-1', 'NY-2', 'NY-3', 'NY-4'])).toBe('NY-1, NY-2, NY-3 and 1 more')
})

it('a session is over at exactly its second', () => {
  const user = {
    userId: '',
    username: '',
    firstName: '',
    lastName: '',
    role: 'user',
    circuits: null,
    exp: 10,
  } as const
  expect(hasExpired(user, 9_999)).toBe(false)
  expect(hasExpired(user, 10_000)).toBe(true)
})
