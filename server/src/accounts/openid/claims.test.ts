import { describe, expect, test } from 'vitest'
import { emailOf, mergeClaims, newAccountOf, roleOf, verifiedEmailOf } from './claims.ts'

describe('an e-mail address', () => {
  test.each([
    [{ email: ' Mia@Example.ORG ', email_verified: true }, 'mia@example.org', 'mia@example.org'],
    [{ email: 'mia@example.org' }, 'mia@example.org', null],
    [{ email: 'mia@example.org', email_verified: false }, 'mia@example.org', null],
    [{ email: 'mia@example.org', email_verified: 'true' }, 'mia@example.org', 'mia@example.org'],
    [{ email: 'mia@example.org', email_verified: 1 }, 'mia@example.org', null],
    [{ email: 'mia', email_verified: true }, null, null],
    [{ email: ['mia@example.org'], email_verified: true }, null, null],
    [{ email_verified: true }, null, null],
  ])('of %j', (claims, shown, verified) => {
    const all = { sub: '1', ...claims }
    expect([emailOf(all), verifiedEmailOf(all)]).toEqual([shown, verified])
  })
})

describe('the ID token and the userinfo endpoint together', () => {
  const own = { sub: '1', email: 'eve@example.org' }
  const others = { sub: '1', email: 'mia@example.org' }
  test.each([
    ['an address of one', own, { sub: '1', email_verified: true }, 'eve@example.org', null],
    ['two addresses', own, { ...others, email_verified: true }, 'eve@example.org', null],
    [
      'an address of the other',
      { sub: '1', email_verified: true },
      others,
      'mia@example.org',
      null,
    ],
    [
      'no usable address',
      { ...own, email: 'eve', email_verified: true },
      others,
      others.email,
      null,
    ],
    ['all in one', { ...own, email_verified: true }, others, own.email, own.email],
    [
      'all in the other',
      { sub: '1' },
      { ...others, email_verified: true },
      others.email,
      others.email,
    ],
  ])('with %s never confirm each other’s address', (_, token, userInfo, shown, verified) => {
    const all = mergeClaims(token, userInfo)
    expect([emailOf(all), verifiedEmailOf(all)]).toEqual([shown, verified])
  })

  test('follow the ID token, and add what only userinfo says', () => {
    const all = mergeClaims({ sub: '1', name: 'Mia' }, { sub: '1', name: 'M', groups: ['staff'] })
    expect(all).toMatchObject({ name: 'Mia', groups: ['staff'] })
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
