import { describe, expect, it, test } from 'vitest'
import { readSettings } from './settings.ts'

const PUBLIC_URL = 'https://dashboard.example.org/'
const client = { OIDC_CLIENT_ID: 'dashboard', OIDC_CLIENT_SECRET: 'hidden' }
const openId = { OIDC_ISSUER: 'https://id.example.org', PUBLIC_URL, ...client }
const read = (environment: Record<string, string>) => readSettings(environment).signIn

test('by default everybody signs in with a password, and there is no provider', () => {
  expect(read({})).toEqual({ openId: undefined, rescueAdmin: undefined })
})

test('by default a provider is named after its host, and creates no accounts', () => {
  expect(read(openId).openId).toEqual({
    issuer: 'https://id.example.org/',
    clientId: 'dashboard',
    clientSecret: 'hidden',
    name: 'id.example.org',
    scope: 'openid profile email',
    signUp: false,
    roles: undefined,
    publicUrl: 'https://dashboard.example.org',
  })
})

test('roles come from the values of a claim', () => {
  const roles = { OIDC_ROLE_CLAIM: 'groups', OIDC_ADMIN_VALUES: 'chiefs, heads ,' }
  const settings = read({ ...openId, ...roles, OIDC_SIGN_UP: 'on', OIDC_NAME: 'Acme' })
  expect(settings.openId).toMatchObject({
    name: 'Acme',
    signUp: true,
    roles: { claim: 'groups', adminValues: ['chiefs', 'heads'], userValues: undefined },
  })
})

test('passwords are switched off for all but the rescue administrator', () => {
  const off = { ...openId, PASSWORD_SIGN_IN: 'off', RESCUE_ADMIN: ' Root ' }
  expect(read(off).rescueAdmin).toBe('Root')
})

describe('settings that contradict each other are refused', () => {
  it.each([
    [{ ...client, OIDC_ISSUER: openId.OIDC_ISSUER }, /^PUBLIC_URL is not set, but OIDC_ISSUER is/],
    [{ ...openId, OIDC_CLIENT_SECRET: '' }, /^OIDC_CLIENT_SECRET is not set/],
    [{ ...openId, OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID is not set/],
    [{ OIDC_NAME: 'Acme' }, /^OIDC_NAME is set, but OIDC_ISSUER is not/],
    [{ OIDC_SIGN_UP: 'on' }, /^OIDC_SIGN_UP is set, but OIDC_ISSUER is not/],
    [{ ...openId, OIDC_ISSUER: 'http://id.example.org' }, /^OIDC_ISSUER is "http:.*https address/],
    [{ ...openId, OIDC_ISSUER: 'https://id.example.org?a=b' }, /^OIDC_ISSUER is/],
    [{ ...openId, OIDC_SCOPE: 'profile email' }, /^OIDC_SCOPE is "profile email"/],
    [{ ...openId, OIDC_ADMIN_VALUES: 'a', OIDC_SIGN_UP: 'on' }, /^OIDC_ROLE_CLAIM is not set/],
    [
      { ...openId, OIDC_ROLE_CLAIM: 'a', OIDC_SIGN_UP: 'on' },
      /^OIDC_ROLE_CLAIM is set, but neither/,
    ],
    [
      { ...openId, OIDC_ROLE_CLAIM: 'a', OIDC_USER_VALUES: 'b' },
      /^OIDC_ROLE_CLAIM is set, but OIDC_SIGN_UP is "off"/,
    ],
    [{ PASSWORD_SIGN_IN: 'off', RESCUE_ADMIN: 'a' }, /^PASSWORD_SIGN_IN is "off", but OIDC_ISSUER/],
    [{ ...openId, PASSWORD_SIGN_IN: 'off' }, /^PASSWORD_SIGN_IN is "off", but RESCUE_ADMIN is not/],
    [
      { ...openId, RESCUE_ADMIN: 'root' },
      /^RESCUE_ADMIN is set, but PASSWORD_SIGN_IN is not "off"/,
    ],
  ])('%j', (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence)
    expect(() => read(environment)).not.toThrow(/hidden/)
  })
})
