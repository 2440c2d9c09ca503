import type { Person } from '@dashboard/doubles/openid/openid-double'
import { readEntries } from '@dashboard/store/audit/test-audit-log'
import { toIso } from '@dashboard/store/database/column-values'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test-app.ts'
import { activeAdmin, activeUser, inactiveUser } from '../../test-users.ts'
import { hashOfRightPassword, logIn } from '../test-login.ts'
import { signInSettings, startProvider, startWithProvider, steps, visit } from './test-openid.ts'

const mia: Person = {
  ...{ sub: 'mia-at-acme', email: 'Mia@Example.org', email_verified: true },
  ...{ name: 'Mia Ortega', given_name: 'Mia', family_name: 'Ortega', preferred_username: 'mia' },
}

const userOf = (token: string) => JSON.parse(atob(token.split('.')[1] ?? ''))

describe('the ways to sign in', () => {
  test('are a password where nothing else is set, and nothing can begin', async () => {
    const { inject } = await startTestApp()
    const ways = await inject({ url: '/api/auth/sign-in-ways' })
    expect(ways.json()).toEqual({ password: true, openId: null })
    const begun = await inject({ method: 'POST', url: '/api/auth/openid' })
    expect([begun.statusCode, begun.json().message]).toEqual([404, 'OpenID provider not found'])
  })

  test('name the provider, which is not asked for it', async () => {
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
      'There is no account here for who you are at Acme. Ask an administrator for one; if you have one, log in with its password and link it under Profile.',
    ])
    expect(await db.selectFrom('openid_identities').selectAll().execute()).toEqual([])
  })

  test('makes an account where that is on, and the next one finds it', async () => {
    const { signInAs, db } = await startWithProvider({ signUp: true })
    const answer = await signInAs(mia)
    expect(answer.statusCode).toBe(200)
    const { userId, username, firstName, lastName, role } = userOf(answer.json().token)
    expect([username, firstName, lastName, role]).toEqual([
      ...['mia@example.org', 'Mia', 'Ortega', 'user'],
    ])
    // Neither a new address nor a new name makes another person.
    const again = await signInAs({ ...mia, email: 'mia.lopez@example.org', email_verified: false })
    expect(userOf(again.json().token).userId).toBe(userId)
    expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username }])
  })

  test('gives the role that the claim names, and none to who has no value of it', async () => {
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

  test('makes no second account beside one of the same username', async () => {
    const { signInAs, db } = await startWithProvider({ signUp: true })
    await activeUser(db, { username: 'MIA@example.org', lastSignInAt: toIso(Date.now()) })
    const answer = await signInAs(mia)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/^There is an account with your name/)
  })
})

describe('an account is matched by e-mail', () => {
  test('when the address is its username and nobody has used it yet; once', async () => {
    const { signInAs, db } = await startWithProvider()
    const { id } = await activeUser(db, { username: 'mia@example.ORG' })
    const answer = await signInAs(mia)
    expect(userOf(answer.json().token).userId).toBe(id)
    const other = await signInAs({ ...mia, sub: 'another person' })
    expect(other.statusCode).toBe(409)
  })

  test('when a link that was sent there was used', async () => {
    const { signInAs, db } = await startWithProvider()
    const at = toIso(Date.now())
    const { id: userId } = await activeUser(db, { username: 'mo', lastSignInAt: at })
    const link = {
      userId,
      kind: 'invitation',
      tokenHash: 'a',
      createdAt: at,
      expiresAt: at,
    } as const
    const sent = { ...link, id: 'sent', sentTo: 'mia@example.org', usedAt: null }
    await db.insertInto('account_links').values(sent).execute()
    expect((await signInAs(mia)).statusCode).toBe(409)
    await db.updateTable('account_links').set({ usedAt: at }).execute()
    const answer = await signInAs(mia)
    expect(userOf(answer.json().token).userId).toBe(userId)
  })

  test.each([
    ['the address is not verified', { person: { email_verified: false } }],
    ['the provider does not say that it is', { person: { email_verified: undefined } }],
    ['somebody has used the account', { user: { lastSignInAt: '2026-11-20T00:00:00.000Z' } }],
    ['it is an administrator’s', { user: { role: 'admin' } }],
    ['it is inactive', { user: { isActive: 0 } }],
  ] as const)(
    'but not when %s',
    async (_why, {
      person = {},
      user = {},
    }: {
      person?: object
      user?: object
    }) => {
      const { signInAs, db } = await startWithProvider()
      await activeUser(db, { username: 'mia@example.org', ...user })
      expect((await signInAs({ ...mia, ...person })).statusCode).toBe(409)
      expect(await db.selectFrom('openid_identities').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    },
  )
})

describe('an account is linked under Profile', () => {
  test('by an administrator, too, who then signs in, and unlinks it', async () => {
    const { as, link, signInAs, db } = await startWithProvider()
    const ada = await as(await activeAdmin(db, { username: 'ada', password: hashOfRightPassword }))
    const done = await link(ada.inject, mia)
    expect([done.statusCode, done.json().message]).toEqual([
      200,
      'From now on you can sign in with Acme.',
    ])
    const read = await ada.inject({ url: '/api/auth/openid/link' })
    expect(read.json()).toMatchObject({ provider: 'Acme', link: { email: 'mia@example.org' } })
    expect(userOf((await signInAs(mia)).json().token).userId).toBe(ada.user.id)
    const undone = await ada.inject({ method: 'DELETE', url: '/api/auth/openid/link' })
    expect(undone.json().message).toBe('Your account is no longer linked to Acme.')
    expect((await signInAs(mia)).statusCode).toBe(409)
    const entries = await readEntries(db)
    expect(entries.map(({ action }) => action)).toEqual([
      ...['openid.link', 'session.create', 'openid.unlink', 'session.failed'],
    ])
  })

  test('not to who is linked to another account, nor twice', async () => {
    const { as, link } = await startWithProvider()
    const [one, two] = [await as('user'), await as('user')]
    expect((await link(one.inject, mia)).statusCode).toBe(200)
    expect((await link(two.inject, mia)).statusCode).toBe(409)
    expect((await link(one.inject, { sub: 'another' })).statusCode).toBe(409)
  })

  test('only soon after signing in, and what one began is no other’s', async () => {
    const { as, begin, finish, provider, db, inject } = await startWithProvider()
    const [one, two] = [await as('user'), await as('user')]
    provider.person = mia
    const begun = await begin(one.inject, '/api/auth/openid/link')
    const payload = { ...(await visit(begun.url)), key: begun.key }
    const put = { method: 'PUT', url: '/api/auth/openid/link', payload } as const
    expect((await two.inject(put)).statusCode).toBe(410)
    // Nor does it sign anybody in.
    expect((await finish(payload, inject)).statusCode).toBe(410)
    expect((await one.inject(put)).statusCode).toBe(200)
    const createdAt = toIso(Date.now() - 16 * 60_000)
    await db.updateTable('sessions').set({ createdAt }).execute()
    for (const method of ['POST', 'DELETE'] as const) {
      const late = await one.inject({ method, url: '/api/auth/openid/link' })
      expect([late.statusCode, late.json().message]).toEqual([
        400,
        'This needs a sign-in of the last 15 minutes. Log out, log in again, and retry.',
      ])
    }
  })

  test('and is not unlinked when nothing else opens it', async () => {
    const { as, signInAs, db } = await startWithProvider({ signUp: true })
    await signInAs(mia)
    const made = await as(await db.selectFrom('users').selectAll().executeTakeFirstOrThrow())
    const undone = await made.inject({ method: 'DELETE', url: '/api/auth/openid/link' })
    expect([undone.statusCode, undone.json().message]).toEqual([
      409,
      'Acme is the only way into your account. Ask an administrator for a password first.',
    ])
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
    'The answer of Acme cannot be used, so you were not signed in. Try again; if it happens again, tell an administrator.'

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

  test('with the code of another sign-in, whose verifier is not known here', async () => {
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

  test('by a provider that calls itself otherwise than OIDC_ISSUER', async () => {
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

test('a provider that is away says so, and passwords go on; once it is back, so does it', async () => {
  const away = await startProvider()
  await away.close()
  const signIn = signInSettings({ url: away.url })
  const app = await startTestApp({ settings: { signIn } })
  await activeUser(app.db, { username: 'uma', password: hashOfRightPassword })
  const begun = await app.inject({ method: 'POST', url: '/api/auth/openid' })
  expect([begun.statusCode, begun.json().message]).toEqual([
    502,
    'Acme cannot be reached right now. Try again in a moment, or log in with your password.',
  ])
  expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(200)
  await startProvider(Number(new URL(away.url).port))
  const again = await app.inject({ method: 'POST', url: '/api/auth/openid' })
  expect(again.statusCode).toBe(200)
})

test('many sign-ins that nobody ends are bounded', async () => {
  const { inject, begin } = await startWithProvider()
  await begin()
  const begun = await Promise.all(
    Array.from({ length: 55 }, () => inject({ method: 'POST', url: '/api/auth/openid' })),
  )
  const late = await inject({ method: 'POST', url: '/api/auth/openid' })
  expect(begun.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(50)
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
