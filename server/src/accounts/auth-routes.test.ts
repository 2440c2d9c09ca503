import { openDatabase } from '@dashboard/store/database/open-database'
import { decodeJwt } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { costOfTests } from '../../test/cheap-passwords.ts'
import { hashOfRightPassword as hash, listJobs, logIn } from '../../test/login.ts'
import { activeUser, inactiveUser } from '../../test/users.ts'
import { deriveSigningKey } from '../http/signing-key.ts'
import { hashCost, hashPassword } from './passwords.ts'
import { signSessionToken } from './sessions/session-token.ts'

describe('login', () => {
  test('answers a token for the API, whatever the case and blanks of the username', async () => {
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
    // At the cost of tests, what else a login does takes longer than the hash.
    Object.assign(hashCost, { memory: 19_456, passes: 2, parallelism: 1 })
    onTestFinished(() => void Object.assign(hashCost, costOfTests))
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: await hashPassword('right password') })
    const elapsed = async (username: string, ip: string) => {
      const from = performance.now()
      await logIn(app, username, 'wrong', ip)
      return performance.now() - from
    }
    // The calls alternate, and the shortest of several counts: on a busy machine any one may take long.
    let known = Number.POSITIVE_INFINITY
    let unknown = Number.POSITIVE_INFINITY
    for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5']) {
      known = Math.min(known, await elapsed('uma', ip))
      unknown = Math.min(unknown, await elapsed('nobody', ip))
    }
    // If no hash were compared for an unknown user, the response would come ten times sooner.
    expect(unknown).toBeGreaterThan(known / 3)
  })

  test('says that an account is inactive only after the right password', async () => {
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

  test('ignores unknown fields', async () => {
    const app = await startTestApp()
    await activeUser(app.db, { username: 'uma', password: hash })
    const payload = { username: 'uma', password: 'right password', rememberMe: true }
    const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(response.statusCode).toBe(200)
  })
})

describe('logout', () => {
  test('ends the session, and answers 200 without one, too', async () => {
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
      message: 'The database cannot be reached at the moment. Try again.',
    })
    // A token with a wrong signature is refused without a query.
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
    mustChangePassword: 0 as const,
    hasNamesake: 0 as const,
    circuits: null,
  }
  return signSessionToken(key, { id: '1', expiresAt: Date.now() + 60_000, user })
}
