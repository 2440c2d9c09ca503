import { findServerPort } from '@dashboard/doubles/server-port'
import { toIso } from '@dashboard/store/database/column-values'
import { readEntries } from '@dashboard/store/test/audit-log'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { hashOfRightPassword, logIn } from '../../../test/login.ts'
import {
  mia,
  signInSettings,
  startProvider,
  startWithProvider,
  steps,
  userOf,
  visit,
} from '../../../test/openid.ts'
import { activeUser, inactiveUser } from '../../../test/users.ts'

describe('the ways to sign in', () => {
  test('are only a password where nothing else is set, and no other sign-in can begin', async () => {
    const { inject } = await startTestApp()
    const ways = await inject({ url: '/api/auth/sign-in-ways' })
    expect(ways.json()).toEqual({ password: true, openId: null })
    const begun = await inject({ method: 'POST', url: '/api/auth/openid' })
    expect([begun.statusCode, begun.json().message]).toEqual([404, 'OpenID provider not found'])
  })

  test('name the provider, without a request to it', async () => {
    const { inject, provider } = await startWithProvider()
    await provider.close()
    const ways = await inject({ url: '/api/auth/sign-in-ways' })
    expect(ways.json()).toEqual({ password: true, openId: { name: 'Acme' } })
  })
})

describe('a first sign-in', () => {
  test('leads to PUBLIC_URL, whatever the request says', async () => {
    const { inject } = await startWithProvider()
    const headers = { host: 'evil.example.org', origin: 'https://evil.example.org' }
    const begun = await inject({ method: 'POST', url: '/api/auth/openid', headers })
    const { searchParams } = new URL(begun.json().url)
    expect(searchParams.get('redirect_uri')).toBe('https://dashboard.example.org/login/openid')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('is refused without an account, unless accounts are made', async () => {
    const { signInAs, db } = await startWithProvider()
    const answer = await signInAs(mia)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'There is no account here for your identity at Acme. Ask an administrator for one; if you have one, log in with its password and link it under Profile.',
    ])
    expect(await db.selectFrom('openid_identities').selectAll().execute()).toEqual([])
  })

  test('creates an account where that is on, and the next sign-in finds it', async () => {
    const { signInAs, db } = await startWithProvider({ signUp: true })
    const answer = await signInAs(mia)
    expect(answer.statusCode).toBe(200)
    const { userId, username, firstName, lastName, role } = userOf(answer.json().token)
    expect([username, firstName, lastName, role]).toEqual([
      ...['mia@example.org', 'Mia', 'Ortega', 'user'],
    ])
    // The person stays the same when the address and the name change.
    const again = await signInAs({ ...mia, email: 'mia.lopez@example.org', email_verified: false })
    expect(userOf(again.json().token).userId).toBe(userId)
    expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username }])
  })

  test('gives the role that the claim names, and no role to somebody without a value of it', async () => {
    const roles = { claim: 'groups', adminValues: ['chiefs'], userValues: ['staff'] }
    const scope = 'openid profile email groups'
    const { signInAs } = await startWithProvider({ signUp: true, roles, scope })
    const nobody = await signInAs({ ...mia, groups: ['others'] })
    const user = await signInAs({ ...mia, sub: '2', email: 'b@example.org', groups: ['staff'] })
    const admin = await signInAs({
      ...mia,
      sub: '3',
      email: 'c@example.org',
      groups: ['x', 'chiefs'],
    })
    expect(nobody.statusCode).toBe(409)
    expect([user, admin].map((answer) => userOf(answer.json().token).role)).toEqual([
      'user',
      'admin',
    ])
  })

  test('creates no second account beside one of the same username', async () => {
    const { signInAs, db } = await startWithProvider({ signUp: true })
    await activeUser(db, { username: 'MIA@example.org', lastSignInAt: toIso(Date.now()) })
    const answer = await signInAs(mia)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/^There is an account with your name/)
  })
})

describe('an answer is refused', () => {
  const begun = async () => {
    const app = await startWithProvider({ signUp: true })
    app.provider.person = mia
    const { url, key } = await app.begin()
    return { ...app, url, key }
  }
  const over =
    'This sign-in was used already, took too long, or began in another window. Begin again.'
  const unusable =
    'The answer of Acme cannot be used, so you were not signed in. Try again; if it happens again, an administrator has to look into it.'

  test('with a forged state, from another browser, or a second time', async () => {
    const { url, key, finish } = await begun()
    const answer = await visit(url)
    for (const forged of [{ state: 'forged' }, { key: 'of another browser' }]) {
      const refused = await finish({ ...answer, key, ...forged })
      expect([refused.statusCode, refused.json().message]).toEqual([410, over])
    }
    expect((await finish({ ...answer, key })).statusCode).toBe(200)
    expect((await finish({ ...answer, key })).statusCode).toBe(410)
  })

  test('with a forged nonce', async () => {
    const { url, key, finish } = await begun()
    const forged = new URL(url)
    forged.searchParams.set('nonce', 'of another sign-in')
    const refused = await finish({ ...(await visit(forged.href)), key })
    expect([refused.statusCode, refused.json().message]).toEqual([502, unusable])
  })

  test('with the code of another sign-in, whose verifier is unknown', async () => {
    const { url, key, finish, begin } = await begun()
    const other = await visit((await begin()).url)
    const refused = await finish({ ...(await visit(url)), code: other.code, key })
    expect(refused.statusCode).toBe(410)
  })

  test('of a wrong issuer', async () => {
    const { url, key, finish } = await begun()
    const answer = await visit(url)
    const refused = await finish({ ...answer, issuer: 'https://evil.example.org', key })
    expect([refused.statusCode, refused.json().message]).toEqual([502, unusable])
  })

  test('by a provider whose name differs from OIDC_ISSUER', async () => {
    const provider = await startProvider()
    const url = provider.url.replace('127.0.0.1', 'localhost')
    const { inject } = await startTestApp({ settings: { signIn: signInSettings({ url }) } })
    const refused = await inject({ method: 'POST', url: '/api/auth/openid' })
    expect(refused.statusCode).toBe(502)
  })

  test('after ten minutes', async () => {
    const { url, key, finish, db } = await begun()
    const answer = await visit(url)
    const expiresAt = toIso(Date.now() - 1)
    await db.updateTable('openid_attempts').set({ expiresAt }).execute()
    expect((await finish({ ...answer, key })).statusCode).toBe(410)
  })

  test('of a user who has been deactivated', async () => {
    const { signInAs, db } = await startWithProvider({ signUp: true })
    await signInAs(mia)
    await db.updateTable('users').set({ isActive: 0 }).execute()
    const refused = await signInAs(mia)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This account is inactive. Ask an administrator to activate it.',
    ])
  })
})

test('a sign-in that began on one server ends on another', async () => {
  const provider = await startProvider()
  const settings = { signIn: signInSettings(provider, { signUp: true }) }
  const one = await startTestApp({ settings })
  const other = await startTestApp({ settings, db: one.db })
  provider.person = mia
  const { url, key } = await steps(one, provider).begin()
  const answer = await steps(other, provider).finish({ ...(await visit(url)), key })
  expect(answer.statusCode).toBe(200)
})

test('an outage of the provider is reported, while passwords work, and ends once it is back', async () => {
  const port = await findServerPort()
  const signIn = signInSettings({ url: `http://127.0.0.1:${port}` })
  const app = await startTestApp({ settings: { signIn } })
  await activeUser(app.db, { username: 'uma', password: hashOfRightPassword })
  const begun = await app.inject({ method: 'POST', url: '/api/auth/openid' })
  expect([begun.statusCode, begun.json().message]).toEqual([
    502,
    'Acme cannot be reached right now. Try again in a moment, or log in with your password.',
  ])
  expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(200)
  await startProvider({ port })
  const again = await app.inject({ method: 'POST', url: '/api/auth/openid' })
  expect(again.statusCode).toBe(200)
})

test('sign-ins that nobody completes are limited in number', async () => {
  const { inject, begin } = await startWithProvider()
  await begin()
  for (let begun = 0; begun < 50; begun += 1) {
    const { statusCode } = await inject({ method: 'POST', url: '/api/auth/openid' })
    expect(statusCode).toBe(200)
  }
  const late = await inject({ method: 'POST', url: '/api/auth/openid' })
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '600'])
})

test('a failed sign-in is entered with its reason and without secrets', async () => {
  const { signInAs, db } = await startWithProvider()
  await inactiveUser(db)
  await signInAs(mia)
  const [entry] = await readEntries(db)
  expect(entry).toMatchObject({ action: 'session.failed', actor: 'mia@example.org', actorId: null })
  expect(JSON.parse(entry?.details ?? '')).toEqual({
    by: 'openid',
    reason: 'no account that may sign in',
  })
})
