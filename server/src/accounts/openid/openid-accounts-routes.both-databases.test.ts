import { toIso } from '@dashboard/store/database/column-values'
import { readEntries } from '@dashboard/store/test/audit-log'
import { describe, expect, test } from 'vitest'
import { letTimePass } from '../../../test/factors.ts'
import { hashOfRightPassword } from '../../../test/login.ts'
import { mia, startWithProvider, userOf, visit } from '../../../test/openid.ts'
import { activeAdmin, activeUser } from '../../../test/users.ts'

describe('an account is matched by e-mail', () => {
  test('when the address is its username and nobody has used it yet; once', async () => {
    const { signInAs, db } = await startWithProvider()
    const { id } = await activeUser(db, { username: 'mia@example.ORG' })
    const answer = await signInAs(mia)
    expect(userOf(answer.json().token).userId).toBe(id)
    const other = await signInAs({ ...mia, sub: 'another person' })
    expect(other.statusCode).toBe(409)
  })

  test('when a link that was sent to that address was used', async () => {
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
  test('also by an administrator, who then signs in, and unlinks it', async () => {
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

  test('to one person only, and not to one who is linked to another account', async () => {
    const { as, link } = await startWithProvider()
    const one = await as('user')
    const two = await as('user')
    expect((await link(one.inject, mia)).statusCode).toBe(200)
    expect((await link(two.inject, mia)).statusCode).toBe(409)
    expect((await link(one.inject, { sub: 'another' })).statusCode).toBe(409)
  })

  test('only soon after signing in, and only by whoever began it', async () => {
    const { as, begin, finish, provider, db, inject } = await startWithProvider()
    const one = await as('user')
    const two = await as('user')
    provider.person = mia
    const begun = await begin(one.inject, '/api/auth/openid/link')
    const payload = { ...(await visit(begun.url)), key: begun.key }
    const put = { method: 'PUT', url: '/api/auth/openid/link', payload } as const
    expect((await two.inject(put)).statusCode).toBe(410)
    // The same answer signs nobody in, either.
    expect((await finish(payload, inject)).statusCode).toBe(410)
    expect((await one.inject(put)).statusCode).toBe(200)
    await letTimePass({ db })
    for (const method of ['POST', 'DELETE'] as const) {
      const late = await one.inject({ method, url: '/api/auth/openid/link' })
      expect([late.statusCode, late.json().reason]).toEqual([409, 'sign-in-not-recent'])
    }
  })

  test('and is not unlinked while there is no other way to sign in', async () => {
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
