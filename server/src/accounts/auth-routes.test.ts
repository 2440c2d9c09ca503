import { openDatabase } from '@dashboard/store/database'
import { decodeJwt } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deriveSigningKey } from '../http/signing-key.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { activeUser, inactiveUser } from '../test-users.ts'
import { hashPassword } from './passwords.ts'
import { signSessionToken } from './session-token.ts'

const hash = await hashPassword('right password')

type Caller = Pick<TestApp, 'inject'>

function logIn({ inject }: Caller, username: string, password: string, remoteAddress = '10.0.0.1') {
  return inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload: { username, password },
  })
}

function listJobs({ inject }: Caller, token: string) {
  return inject({ url: '/api/jobs', headers: { authorization: `Bearer ${token}` } })
}

describe('login', () => {
  test('answers a token that opens the API, whatever the case and blanks of the username', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db, { username: 'Uma', password: hash })
    const response = await logIn(app, '  uMA ', 'right password')
    expect(response.statusCode).toBe(200)
    const { token } = response.json()
    expect(decodeJwt(token)).toMatchObject({
      userId: user.id,
      username: 'Uma',
      firstName: 'Uma',
      lastName: 'User',
      role: 'user',
    })
    expect((await listJobs(app, token)).statusCode).toBe(200)
  })

  test('says the same for a wrong password and for an unknown user', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    for (const username of ['uma', 'nobody']) {
      const response = await logIn(app, username, 'wrong')
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({ message: 'Invalid username or password' })
    }
  })

  test('takes as long for an unknown user as for a wrong password', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    const elapsed = async (username: string) => {
      const from = performance.now()
      await logIn(app, username, 'wrong')
      return performance.now() - from
    }
    await elapsed('uma')
    const known = Math.min(await elapsed('uma'), await elapsed('uma'))
    const unknown = Math.min(await elapsed('nobody'), await elapsed('nobody'))
    // Without a hash to compare with, it would be ten times quicker.
    expect(unknown).toBeGreaterThan(known / 3)
  })

  test('tells an inactive user only after the right password', async () => {
    const app = await startTestApp()
    await inactiveUser(app.db, { username: 'ina', password: hash })
    expect((await logIn(app, 'ina', 'wrong')).statusCode).toBe(401)
    const response = await logIn(app, 'ina', 'right password')
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      message: 'This account is inactive. Ask an administrator to activate it.',
    })
  })

  test('names what is missing', async () => {
    const { inject } = await startTestApp()
    const response = await inject({ method: 'POST', url: '/api/auth/login' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      message: 'Username is required',
      issues: [
        { path: 'username', message: 'Username is required' },
        { path: 'password', message: 'Password is required' },
      ],
    })
  })

  test('bears fields it does not know', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    const payload = { username: 'uma', password: 'right password', rememberMe: true }
    const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(response.statusCode).toBe(200)
  })
})

describe('throttling', () => {
  test('refuses a username from an address after five failures, and no other', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    await activeUser(app.db, { username: 'otto', password: hash })
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await logIn(app, 'uma', 'wrong')).statusCode).toBe(401)
    }
    const response = await logIn(app, 'UMA', 'right password')
    expect(response.statusCode).toBe(429)
    expect(response.json()).toEqual({
      message: 'Too many failed attempts. Please try again in 5 minutes.',
    })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(290)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(300)
    expect((await logIn(app, 'otto', 'right password')).statusCode).toBe(200)
    expect((await logIn(app, 'uma', 'right password', '10.0.0.2')).statusCode).toBe(200)
  })

  test('holds when many are tried at the same moment', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    for (let failure = 0; failure < 4; failure += 1) await logIn(app, 'uma', 'wrong')
    const attempts = Array.from({ length: 15 }, () => logIn(app, 'uma', 'wrong'))
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(14)
  })

  test('starts anew after a success and after the window', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    for (let failure = 0; failure < 4; failure += 1) await logIn(app, 'uma', 'wrong')
    expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(200)
    for (let failure = 0; failure < 5; failure += 1) await logIn(app, 'uma', 'wrong')
    expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(429)
    const sixMinutesAgo = new Date(Date.now() - 6 * 60_000).toISOString()
    await app.db.updateTable('login_failures').set({ failedAt: sixMinutesAgo }).execute()
    expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(200)
  })

  test('refuses an address after fifty failures, whatever the username', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    const failedAt = new Date(Date.now() - 10 * 60_000).toISOString()
    await app.db
      .insertInto('login_failures')
      .values(
        Array.from({ length: 50 }, (_, number) => ({
          id: String(number),
          usernameKey: `name-${number}`,
          address: '10.0.0.1',
          failedAt,
        })),
      )
      .execute()
    const response = await logIn(app, 'uma', 'right password')
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(290)
    expect((await logIn(app, 'uma', 'right password', '10.0.0.2')).statusCode).toBe(200)
  })

  test('believes a forwarded address only from a trusted proxy', async () => {
    const forged = async (trustProxy: false | string[]) => {
      const app = await startTestApp({ settings: { trustProxy } })
      const statuses = []
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const response = await app.inject({
          method: 'POST',
          url: '/api/auth/login',
          remoteAddress: '10.0.0.9',
          headers: { 'x-forwarded-for': `192.0.2.${attempt}` },
          payload: { username: 'uma', password: 'wrong' },
        })
        statuses.push(response.statusCode)
      }
      return statuses.at(-1)
    }
    expect(await forged(false)).toBe(429)
    expect(await forged(['10.0.0.9'])).toBe(401)
  })
})

describe('logout', () => {
  test('ends the session, and is good again without one', async () => {
    const app = await startTestApp()
    const uma = await app.as('user')
    for (let times = 0; times < 2; times += 1) {
      const response = await uma.inject({ method: 'POST', url: '/api/auth/logout' })
      expect(response.statusCode).toBe(200)
    }
    expect((await uma.inject({ url: '/api/jobs' })).statusCode).toBe(401)
    const headers = { authorization: 'Bearer rubbish', 'content-type': 'application/json' }
    const dead = await app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(dead.statusCode).toBe(200)
  })
})

describe('profile', () => {
  const profile = { firstName: ' Ute ', lastName: 'Newname', username: 'ute' }

  test('answers a new token of the same session, and the old one stays good', async () => {
    const app = await startTestApp()
    const uma = await app.as('user')
    const response = await uma.inject({ method: 'PUT', url: '/api/auth/profile', payload: profile })
    expect(response.statusCode).toBe(200)
    const { token } = response.json()
    const before = decodeJwt(uma.token)
    expect(decodeJwt(token)).toMatchObject({
      firstName: 'Ute',
      lastName: 'Newname',
      username: 'ute',
      jti: before.jti,
      exp: before.exp,
    })
    expect((await listJobs(app, token)).statusCode).toBe(200)
    expect((await listJobs(app, uma.token)).statusCode).toBe(200)
    await uma.inject({ method: 'POST', url: '/api/auth/logout' })
    expect((await listJobs(app, token)).statusCode).toBe(401)
  })

  test('refuses a username that somebody else has, but not one’s own', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'Otto' })
    const uma = await app.as('user')
    const put = (username: string) =>
      uma.inject({ method: 'PUT', url: '/api/auth/profile', payload: { ...profile, username } })
    const taken = await put(' oTTo')
    expect(taken.statusCode).toBe(409)
    expect(taken.json()).toEqual({ message: 'Username is already taken' })
    expect((await put(uma.user.username.toUpperCase())).statusCode).toBe(200)
  })

  test('names every field that is blank and cannot change the role', async () => {
    const app = await startTestApp()
    const uma = await app.as('user')
    const put = (payload: object) =>
      uma.inject({ method: 'PUT', url: '/api/auth/profile', payload })
    const blank = await put({ firstName: ' ', lastName: '', username: '\t' })
    expect(blank.json().issues).toEqual([
      { path: 'firstName', message: 'First name is required' },
      { path: 'lastName', message: 'Last name is required' },
      { path: 'username', message: 'Username is required' },
    ])
    expect((await put({ ...profile, role: 'admin' })).statusCode).toBe(400)
  })
})

describe('change of password', () => {
  const form = {
    currentPassword: 'right password',
    newPassword: 'a new one',
    confirmPassword: 'a new one',
  }

  async function startWithUma() {
    const app = await startTestApp()
    const user = await activeUser(app.db, { username: 'uma', password: hash })
    const [here, elsewhere] = [await app.as(user), await app.as(user)]
    const change = (payload: object) =>
      here.inject({ method: 'PUT', url: '/api/auth/change-password', payload })
    return { app, here, elsewhere, change }
  }

  test('keeps this session, ends the others, and the new password is the only one', async () => {
    const { app, here, elsewhere, change } = await startWithUma()
    expect((await change(form)).statusCode).toBe(200)
    expect((await listJobs(app, here.token)).statusCode).toBe(200)
    expect((await listJobs(app, elsewhere.token)).statusCode).toBe(401)
    expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(401)
    expect((await logIn(app, 'uma', 'a new one')).statusCode).toBe(200)
  })

  test('answers 400 for a wrong current password and changes nothing', async () => {
    const { app, elsewhere, change } = await startWithUma()
    const response = await change({ ...form, currentPassword: 'wrong' })
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe('Current password is incorrect')
    expect((await listJobs(app, elsewhere.token)).statusCode).toBe(200)
  })

  test('of two changes at once one wins', async () => {
    const { change } = await startWithUma()
    const both = await Promise.all(
      ['first new', 'second new'].map((text) =>
        change({ ...form, newPassword: text, confirmPassword: text }),
      ),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test.each([
    [{ newPassword: 'short', confirmPassword: 'short' }, 'Password must be at least 6 characters'],
    [{ confirmPassword: 'another' }, 'Passwords do not match'],
    [{ confirmPassword: '' }, 'Please confirm your password'],
    [{ currentPassword: '' }, 'Current password is required'],
  ])('refuses %j', async (changes, message) => {
    const { change } = await startWithUma()
    const response = await change({ ...form, ...changes })
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe(message)
  })
})

describe('a session', () => {
  test('decides by the row of its user, not by the token', async () => {
    const app = await startTestApp()
    const ada = await app.as('admin')
    expect((await ada.inject({ url: '/api/users' })).statusCode).toBe(200)
    await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', ada.user.id).execute()
    expect((await ada.inject({ url: '/api/users' })).statusCode).toBe(403)
    await app.db.updateTable('users').set({ isActive: 0 }).where('id', '=', ada.user.id).execute()
    expect((await ada.inject({ url: '/api/jobs' })).statusCode).toBe(401)
  })

  test('ends at its time on the server', async () => {
    const app = await startTestApp()
    const uma = await app.as('user')
    const past = new Date(Date.now() - 1_000).toISOString()
    await app.db.updateTable('sessions').set({ expiresAt: past }).execute()
    const response = await uma.inject({ url: '/api/jobs' })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({
      message: 'Your session has ended. Please log in again.',
    })
  })

  test('that cannot be looked up is 503, not 401', async () => {
    const db = openDatabase(
      { kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' },
      'server',
    )
    onTestFinished(() => db.destroy())
    const app = await startTestApp({ db })
    const key = deriveSigningKey(app.settings.sessionSecret, 'session')
    const token = await makeToken(key)
    const response = await listJobs(app, token)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toEqual({
      message: 'The database cannot be reached at the moment. Please try again.',
    })
    // What is no token of ours needs no look-up to be refused.
    expect((await listJobs(app, `${token}x`)).statusCode).toBe(401)
  })
})

function makeToken(key: Uint8Array): Promise<string> {
  const user = {
    id: '1',
    username: 'uma',
    firstName: 'Uma',
    lastName: 'User',
    role: 'user' as const,
  }
  return signSessionToken(key, { id: '1', expiresAt: Date.now() + 60_000, user })
}
