import { randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { createAuthenticator } from '../../../test/authenticator.ts'
import {
  addPasskey,
  askChallenge,
  letTimePass,
  relyingParty,
  userWithTotp,
  withPasskeys,
} from '../../../test/factors.ts'
import { listJobs, logIn } from '../../../test/login.ts'
import { deriveSigningKey } from '../../http/signing-key.ts'

const url = '/api/auth/factors/passkeys'
const tookTooLong = 'This took too long, or was sent twice. Try again.'
const refused = 'The passkey was not accepted. Try again.'

type App = Awaited<ReturnType<typeof startTestApp>>
type Authenticator = ReturnType<typeof createAuthenticator>

const signIn = ({ inject }: Pick<App, 'inject'>, passkey: ReturnType<Authenticator['sign']>) =>
  inject({ method: 'POST', url: '/api/auth/passkey', payload: { passkey } })

describe('adding a passkey', () => {
  test('asks the browser for one that identifies its user, and lists it by its name', async () => {
    const app = await startTestApp(withPasskeys)
    const { inject, user } = await app.as('user')
    const { options } = (await inject({ method: 'POST', url: `${url}/options` })).json()
    expect(options).toMatchObject({
      rp: { id: 'dash.example.org' },
      user: { name: user.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const { authenticator, response } = await addPasskey({ inject }, ' My phone ')
    expect([response.statusCode, response.json()]).toEqual([
      201,
      {
        message: 'The passkey was added.',
        passkey: { id: expect.any(String), name: 'My phone', ...times },
        recoveryCodes: expect.any(Array),
      },
    ])
    const again = (await inject({ method: 'POST', url: `${url}/options` })).json().options
    expect(again.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
    const second = await addPasskey({ inject }, 'Key ring')
    expect(second.response.json().recoveryCodes).toBeNull()
    const { passkeys, recoveryCodes } = (await inject({ url: '/api/auth/factors' })).json()
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['My phone', 'Key ring'])
    expect(recoveryCodes).toBe(10)
  })
  const times = { createdAt: expect.any(String), lastUsedAt: null }

  test('refuses one for another purpose, user or address, or without verifying the user', async () => {
    const app = await startTestApp(withPasskeys)
    const { inject } = await app.as('user')
    const other = await app.as('user')
    const ask = async (who = { inject }): Promise<string> =>
      (await who.inject({ method: 'POST', url: `${url}/options` })).json().options.challenge
    const add = async (passkey: object) => {
      const response = await inject({ method: 'POST', url, payload: { name: 'x', passkey } })
      return [response.statusCode, response.json().message]
    }
    const { make } = createAuthenticator(relyingParty)
    const elsewhere = createAuthenticator({ ...relyingParty, origin: 'https://evil.example.org' })
    expect(await add(make('of my own'))).toEqual([400, tookTooLong])
    expect(await add(make(await ask(other)))).toEqual([400, tookTooLong])
    expect(await add(make(await askChallenge(app)))).toEqual([400, tookTooLong])
    expect(await add(elsewhere.make(await ask()))).toEqual([400, refused])
    expect(await add(make(await ask(), false))).toEqual([400, refused])
    const challenge = await ask()
    expect(await add(make(challenge))).toEqual([201, 'The passkey was added.'])
    expect(await add(make(challenge))).toEqual([400, tookTooLong])
    expect(await add(make(await ask()))).toEqual([409, 'This passkey has been added before.'])
    await letTimePass(app)
    const late = await inject({ method: 'POST', url: `${url}/options` })
    expect([late.statusCode, late.json().reason]).toEqual([409, 'sign-in-not-recent'])
  })

  test('is offered only where the settings allow it', async () => {
    const offered = await startTestApp(withPasskeys)
    const offer = { url: '/api/auth/passkey' }
    expect((await offered.inject(offer)).json()).toEqual({ origin: 'https://dash.example.org' })
    const app = await startTestApp({ settings: { host: '0.0.0.0' } })
    expect((await app.inject(offer)).json()).toEqual({ origin: null })
    const { inject } = await app.as('user')
    for (const path of [`${url}/options`, '/api/auth/passkey/options']) {
      const answer = await inject({ method: 'POST', url: path })
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'Passkeys cannot be used on this server, which has no https address. An administrator can change that.',
      ])
    }
  })
})

describe('signing in with a passkey', () => {
  test('needs nothing else, and records its last use', async () => {
    const app = await startTestApp(withPasskeys)
    const { user, inject } = await app.as('user')
    const { authenticator } = await addPasskey({ inject })
    const answer = await signIn(app, authenticator.sign(await askChallenge(app)))
    const { token } = answer.json()
    expect(decodeJwt(token)).toMatchObject({ userId: user.id })
    expect((await listJobs(app, token)).statusCode).toBe(200)
    const { passkeys } = (await inject({ url: '/api/auth/factors' })).json()
    expect(passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }])
  })

  test('accepts each challenge once, on any server', async () => {
    const app = await startTestApp(withPasskeys)
    const second = await startTestApp({ ...withPasskeys, db: app.db })
    const { authenticator } = await addPasskey(await app.as('user'))
    const answer = authenticator.sign(await askChallenge(app))
    expect((await signIn(second, answer)).statusCode).toBe(200)
    await app.db.updateTable('passkeys').set({ counter: 0 }).execute()
    const again = await signIn(app, answer)
    expect([again.statusCode, again.json().message]).toEqual([400, tookTooLong])
  })

  test('accepts only a challenge that the server made, and until it ends', async () => {
    const sessionSecret = 'a secret of this test, long enough to sign with'
    const app = await startTestApp({ settings: { ...withPasskeys.settings, sessionSecret } })
    const { authenticator } = await addPasskey(await app.as('user'))
    const key = deriveSigningKey(sessionSecret, 'passkey-challenge')
    const signed = async (expiresAt: string, by = key) => {
      const jwt = new SignJWT({ jti: randomUUID() }).setProtectedHeader({ alg: 'HS256' })
      return Buffer.from(await jwt.setExpirationTime(expiresAt).sign(by)).toString('base64url')
    }
    const statusOf = async (challenge: string) =>
      (await signIn(app, authenticator.sign(challenge))).statusCode
    expect(await statusOf(await signed('-1 minute'))).toBe(400)
    const others = deriveSigningKey('of another server', 'passkey-challenge')
    expect(await statusOf(await signed('5 minutes', others))).toBe(400)
    expect(await statusOf('')).toBe(400)
    expect(await statusOf(await signed('5 minutes'))).toBe(200)
  })

  test('refuses another address, an unverified user, and a key of somebody else', async () => {
    const app = await startTestApp(withPasskeys)
    const { inject } = await app.as('user')
    const { authenticator, id } = await addPasskey({ inject })
    const stranger = createAuthenticator(relyingParty)
    const told = async (answer: ReturnType<Authenticator['sign']>) => {
      const response = await signIn(app, answer)
      return [response.statusCode, response.json().message]
    }
    const ask = () => askChallenge(app)
    const phished = { from: 'https://dash.example.com' }
    expect(await told(authenticator.sign(await ask(), phished))).toEqual([400, refused])
    expect(await told(authenticator.sign(await ask(), { isVerified: false }))).toEqual([
      400,
      refused,
    ])
    const forged = { ...stranger.sign(await ask()), id: authenticator.id, rawId: authenticator.id }
    expect(await told(forged)).toEqual([400, refused])
    const unknown =
      'This passkey belongs to no account here; it may have been removed. Log in with your password.'
    expect(await told(stranger.sign(await ask()))).toEqual([400, unknown])
    await inject({ method: 'DELETE', url: `${url}/${id}` })
    expect(await told(authenticator.sign(await ask()))).toEqual([400, unknown])
  })

  test('refuses a copy of a passkey whose count has gone back', async () => {
    const app = await startTestApp(withPasskeys)
    const { authenticator } = await addPasskey(await app.as('user'))
    await app.db.updateTable('passkeys').set({ counter: 4_000_000_000 }).execute()
    const answer = await signIn(app, authenticator.sign(await askChallenge(app)))
    expect([answer.statusCode, answer.json().message]).toEqual([400, refused])
  })

  test('refuses an inactive account with 409, which ends no session', async () => {
    const app = await startTestApp(withPasskeys)
    const { authenticator } = await addPasskey(await app.as('user'))
    await app.db.updateTable('users').set({ isActive: 0 }).execute()
    const answer = await signIn(app, authenticator.sign(await askChallenge(app)))
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This account is inactive. Ask an administrator to activate it.',
    ])
  })

  test('is not held up by others on the network who begin sign-ins, for whom nothing is stored', async () => {
    const app = await startTestApp(withPasskeys)
    const { authenticator } = await addPasskey(await app.as('user'))
    const stored = () => app.db.selectFrom('sign_in_tickets').selectAll().execute()
    const before = await stored()
    for (let asked = 0; asked < 100; asked += 1) await askChallenge(app)
    const stranger = createAuthenticator(relyingParty)
    await signIn(app, stranger.sign(await askChallenge(app)))
    expect(await stored()).toEqual(before)
    const answer = await signIn(app, authenticator.sign(await askChallenge(app)))
    expect(answer.statusCode).toBe(200)
  })
})

test('a passkey is offered after the password, where it can be used', async () => {
  const app = await startTestApp(withPasskeys)
  const { signedIn } = await userWithTotp(app)
  await addPasskey(signedIn)
  const ways = async (server: App) =>
    (await logIn(server, 'uma', 'right password')).json().secondFactor.ways
  expect(await ways(app)).toEqual(['totp', 'passkey', 'recovery-code'])
  const elsewhere = await startTestApp({ db: app.db, settings: { host: '0.0.0.0' } })
  expect(await ways(elsewhere)).toEqual(['totp', 'recovery-code'])
})

test('a passkey confirms a session of its own user only', async () => {
  const app = await startTestApp(withPasskeys)
  const { signedIn } = await userWithTotp(app)
  const { authenticator } = await addPasskey(signedIn)
  const strangers = await addPasskey(await app.as('user'))
  await letTimePass(app)
  const confirm = async ({ sign }: Authenticator) => {
    const payload = { passkey: sign(await askChallenge(app)) }
    return signedIn.inject({ method: 'POST', url: '/api/auth/confirm/passkey', payload })
  }
  const begin = () => signedIn.inject({ method: 'POST', url: `${url}/options` })
  expect((await confirm(strangers.authenticator)).statusCode).toBe(400)
  expect((await begin()).statusCode).toBe(409)
  expect((await confirm(authenticator)).statusCode).toBe(200)
  expect((await begin()).statusCode).toBe(200)
})
