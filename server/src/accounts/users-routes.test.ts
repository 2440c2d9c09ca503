import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { activeAdmin, activeUser, inactiveUser } from '../../test/users.ts'
import { hashPassword } from './passwords.ts'

const newUser = { username: 'nina', firstName: 'Nina', lastName: 'New', password: 'x' }

async function startWithAdmin() {
  const app = await startTestApp()
  const ada = await app.as('admin')
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    ada.inject({ method, url: `/api/users${path}`, payload })
  return { ...app, ada, call }
}

describe('the list', () => {
  test('holds everybody, newest first, and never a password', async () => {
    const { ada, db } = await startWithAdmin()
    await inactiveUser(db, { username: 'ina', password: await hashPassword('secret') })
    const response = await ada.inject({ url: '/api/users' })
    expect(response.statusCode).toBe(200)
    expect(response.body).not.toContain('argon2')
    const { users } = response.json()
    expect(users).toHaveLength(2)
    expect(users[0]).toEqual({
      id: expect.any(String),
      username: 'ina',
      firstName: 'Ina',
      lastName: 'Inactive',
      role: 'user',
      isActive: false,
      mustChangePassword: false,
      isInvited: false,
      circuits: null,
      lastSignInAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.any(String),
    })
  })
})

describe('creating', () => {
  test('creates an active user who can log in', async () => {
    const { call, inject } = await startWithAdmin()
    const response = await call('POST', '', { ...newUser, username: ' nina ' })
    expect(response.statusCode).toBe(201)
    const { user, message } = response.json()
    expect(message).toBe('User "nina" was created.')
    expect(user).toMatchObject({ username: 'nina', role: 'user', isActive: true })
    expect(user).not.toHaveProperty('password')
    const login = await inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'NINA', password: 'x' },
    })
    expect(login.statusCode).toBe(200)
  })

  test('creates only one of two users with the same username at once', async () => {
    const { call } = await startWithAdmin()
    const both = await Promise.all([
      call('POST', '', newUser),
      call('POST', '', { ...newUser, username: 'NINA' }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const refused = both.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toEqual({ message: 'Username is already taken' })
  })

  test.each([
    [{ username: ' ' }, 'Username is required'],
    [{ firstName: '' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ password: '' }, 'Password is required'],
    [{ role: 'owner' }, 'Role must be admin or user'],
    [{ isActive: 'yes' }, 'Invalid input: expected boolean, received string'],
    [{ id: '1' }, 'Unknown field: id'],
    [{ username: 7 }, 'Username is required'],
    [{ username: '\u200b' }, 'Username is required'],
    [{ username: 'ni\u200bna' }, 'Username must not contain invisible or control characters'],
    [{ username: 'ni\0na' }, 'Username must not contain invisible or control characters'],
    [{ firstName: 'Ni\0na' }, 'First name must not contain control characters'],
    [{ lastName: 'Ni\ud800na' }, 'Last name must not contain control characters'],
  ])('refuses %j', async (changes, message) => {
    const { call } = await startWithAdmin()
    const response = await call('POST', '', { ...newUser, ...changes })
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe(message)
  })
})

describe('editing', () => {
  test('changes what is given and leaves the rest', async () => {
    const { call, db } = await startWithAdmin()
    const user = await activeUser(db, { username: 'uma' })
    const response = await call('PUT', `/${user.id}`, { lastName: 'Else', role: 'admin' })
    expect(response.statusCode).toBe(200)
    expect(response.json().user).toMatchObject({
      username: 'uma',
      firstName: 'Uma',
      lastName: 'Else',
      role: 'admin',
      isActive: true,
    })
  })

  test('that removes access ends the sessions, even if access is given back', async () => {
    const { call, as } = await startWithAdmin()
    const uma = await as('user')
    await call('PUT', `/${uma.user.id}`, { isActive: false })
    expect((await uma.inject({ url: '/api/jobs' })).statusCode).toBe(401)
    await call('PUT', `/${uma.user.id}`, { isActive: true })
    expect((await uma.inject({ url: '/api/jobs' })).statusCode).toBe(401)
  })

  test('refuses a username that is taken, and an unknown or malformed id', async () => {
    const { call, db } = await startWithAdmin()
    const user = await activeUser(db)
    await activeUser(db, { username: 'otto' })
    expect((await call('PUT', `/${user.id}`, { username: 'OTTO' })).statusCode).toBe(409)
    for (const id of [
      '00000000-0000-4000-8000-000000000000',
      'x',
      '..%2f..',
      '%00',
      'n'.repeat(500),
    ]) {
      expect((await call('PUT', `/${id}`, { lastName: 'Else' })).statusCode).toBe(404)
      expect((await call('DELETE', `/${id}`)).statusCode).toBe(404)
      expect((await call('PUT', `/${id}/password`, { newPassword: 'a new one' })).statusCode).toBe(
        404,
      )
    }
  })
})

describe('the last administrator', () => {
  test('cannot deactivate, demote or delete oneself', async () => {
    const { ada, call, db } = await startWithAdmin()
    await activeAdmin(db)
    const self = `/${ada.user.id}`
    expect((await call('PUT', self, { isActive: false })).statusCode).toBe(400)
    expect((await call('PUT', self, { role: 'user' })).statusCode).toBe(400)
    expect((await call('DELETE', self)).statusCode).toBe(400)
    expect(
      (await call('PUT', self, { lastName: 'Else', role: 'admin', isActive: true })).statusCode,
    ).toBe(200)
  })

  test.each(['demoted', 'deactivated', 'deleted'])(
    'remains when two administrators are %s by each other at once',
    async (how) => {
      const { db, as } = await startTestApp()
      const ada = await as('admin')
      const bea = await as('admin')
      const act = (by: typeof ada, whom: typeof ada) => {
        const url = `/api/users/${whom.user.id}`
        if (how === 'deleted') return by.inject({ method: 'DELETE', url })
        const payload = how === 'demoted' ? { role: 'user' } : { isActive: false }
        return by.inject({ method: 'PUT', url, payload })
      }
      // Opens so many database connections that neither call has to wait for one.
      await Promise.all(Array.from({ length: 8 }, () => ada.inject({ url: '/api/users' })))
      const both = await Promise.all([act(ada, bea), act(bea, ada)])
      expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      const left = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('isActive', '=', 1)
        .execute()
      expect(left).toHaveLength(1)
    },
  )
})

describe('setting a password', () => {
  test('ends the user’s sessions and throttling, and the new one works', async () => {
    const { call, as, db, inject } = await startWithAdmin()
    const uma = await as('user')
    const logIn = (password: string) =>
      inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: uma.user.username, password },
      })
    for (let failure = 0; failure < 5; failure += 1) await logIn('wrong')
    const response = await call('PUT', `/${uma.user.id}/password`, { newPassword: 'a new one' })
    expect(response.statusCode).toBe(200)
    expect((await uma.inject({ url: '/api/jobs' })).statusCode).toBe(401)
    expect((await logIn('a new one')).statusCode).toBe(200)
    const { password } = await db
      .selectFrom('users')
      .select('password')
      .where('id', '=', uma.user.id)
      .executeTakeFirstOrThrow()
    expect(password).not.toContain('a new one')
  })

  test('of one’s own does not end the current session', async () => {
    const { ada, call, as } = await startWithAdmin()
    const elsewhere = await as(ada.user)
    await call('PUT', `/${ada.user.id}/password`, { newPassword: 'a new one' })
    expect((await ada.inject({ url: '/api/users' })).statusCode).toBe(200)
    expect((await elsewhere.inject({ url: '/api/users' })).statusCode).toBe(401)
  })

  test('of one’s own needs a sign-in of the last ten minutes, or the current one', async () => {
    const { ada, call, db } = await startWithAdmin()
    const bea = await activeAdmin(db)
    const signedIn = (minutesAgo: number) =>
      db
        .updateTable('sessions')
        .set({ confirmedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
        .execute()
    const set = (id: string) => call('PUT', `/${id}/password`, { newPassword: 'a new one' })
    await signedIn(11)
    const refused = await set(ada.user.id)
    expect([refused.statusCode, refused.json().reason]).toEqual([409, 'sign-in-not-recent'])
    const wrong = await call('PUT', `/${ada.user.id}/password`, {
      newPassword: 'a new one',
      currentPassword: 'not mine',
    })
    expect([wrong.statusCode, wrong.json().issues]).toEqual([
      400,
      [{ path: 'currentPassword', message: 'Current password is incorrect' }],
    ])
    const { password } = await db
      .selectFrom('users')
      .select('password')
      .where('id', '=', ada.user.id)
      .executeTakeFirstOrThrow()
    expect(password).toBe(ada.user.password)
    expect((await set(bea.id)).statusCode).toBe(200)
    await signedIn(9)
    expect((await set(ada.user.id)).statusCode).toBe(200)
  })

  test('refuses a short one', async () => {
    const { call, db } = await startWithAdmin()
    const user = await activeUser(db)
    const response = await call('PUT', `/${user.id}/password`, { newPassword: '12345' })
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe('Password must be at least 6 characters')
  })
})

describe('deleting', () => {
  test('ends the sessions and frees the username; a second time is 404', async () => {
    const { call, as } = await startWithAdmin()
    const uma = await as('user')
    expect((await call('DELETE', `/${uma.user.id}`)).statusCode).toBe(200)
    expect((await uma.inject({ url: '/api/jobs' })).statusCode).toBe(401)
    const again = await call('DELETE', `/${uma.user.id}`)
    expect(again.statusCode).toBe(404)
    expect(again.json()).toEqual({ message: 'User not found' })
    const created = await call('POST', '', { ...newUser, username: uma.user.username })
    expect(created.statusCode).toBe(201)
  })

  test('leaves what the user created', async () => {
    const { call, as, db } = await startWithAdmin()
    const uma = await as('user')
    await db
      .insertInto('jobs')
      .values({
        id: 'job-1',
        type: 'circuit-report',
        sequence: 1,
        createdBy: 'Uma User',
        createdById: uma.user.id,
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
      })
      .execute()
    await call('DELETE', `/${uma.user.id}`)
    const job = await db.selectFrom('jobs').select('createdBy').executeTakeFirstOrThrow()
    expect(job.createdBy).toBe('Uma User')
  })
})
