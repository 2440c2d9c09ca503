import { describe, expect, test } from 'vitest'
import { emailOf, newAccountOf, roleOf, verifiedEmailOf } from './claims.ts'

describe('an e-mail address', () => {
  test.each([
    [{ email: ' Mia@Example.ORG ', email_verified: true }, 'mia@example.org', 'mia@example.org'],
    [{ email: 'mia@example.org' }, 'mia@example.org', null],
    [{ email: 'mia@example.org', email_verified: false }, 'mia@example.org', null],
    [{ email: 'mia@example.org', email_verified: 'true' }, 'mia@example.org', null],
    [{ email: 'mia', email_verified: true }, null, null],
    [{ email: ['mia@example.org'], email_verified: true }, null, null],
    [{ email_verified: true }, null, null],
  ])('of %j', (claims, shown, verified) => {
    const all = { sub: '1', ...claims }
    expect([emailOf(all), verifiedEmailOf(all)]).toEqual([shown, verified])
  })
})

describe('a role', () => {
  const roles = { claim: 'groups', adminValues: ['chiefs'], userValues: ['staff'] }
  test.each([
    [['chiefs'], 'admin'],
    ['chiefs', 'admin'],
    [['staff', 'chiefs'], 'admin'],
    [['staff'], 'user'],
    [['Staff'], undefined],
    [[], undefined],
    [undefined, undefined],
    [[{ chiefs: true }, 7], undefined],
  ])('of %j is %s', (groups, role) => {
    expect(roleOf({ sub: '1', groups }, roles)).toBe(role)
  })

  test('is user where no claim decides, and where no values for users are set', () => {
    expect(roleOf({ sub: '1' }, undefined)).toBe('user')
    expect(roleOf({ sub: '1' }, { ...roles, userValues: undefined })).toBe('user')
  })
})

describe('a new account is called', () => {
  const email = { email: 'mia@example.org', email_verified: true }
  test.each([
    [
      { ...email, given_name: 'Mia', family_name: 'Ortega', preferred_username: 'mo' },
      ['mia@example.org', 'Mia', 'Ortega'],
    ],
    [{ ...email, email_verified: false, preferred_username: 'mo' }, ['mo', 'mo', 'User']],
    [{ name: 'Mia de la Cruz' }, ['1', 'Mia', 'de la Cruz']],
    [{ name: 'Mia', preferred_username: 'a\u200bb' }, ['1', 'Mia', 'User']],
    [
      { ...email, given_name: '\n', family_name: 7, name: '' },
      ['mia@example.org', 'mia@example.org', 'User'],
    ],
  ])('by %j', (claims, expected) => {
    const { username, firstName, lastName } = newAccountOf({ sub: '1', ...claims })
    expect([username, firstName, lastName]).toEqual(expected)
  })
})
