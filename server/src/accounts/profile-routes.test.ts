import { readEntries } from '@dashboard/store/test/audit-log'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { hashOfRightPassword as hash, listJobs, logIn } from '../../test/login.ts'
import { activeUser } from '../../test/users.ts'

describe('profile', () => {
  const profile = { firstName: ' Ute ', lastName: 'Newname', username: 'ute' }

  test('answers a new token of the same session, and the old one stays valid', async () => {
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

  test('records in the audit log which fields have changed', async () => {
    const app = await startTestApp()
    const uma = await app.as('user')
    const payload = { ...profile, firstName: uma.user.firstName }
    await uma.inject({ method: 'PUT', url: '/api/auth/profile', payload })
    const entries = await readEntries(app.db)
    expect(
      entries.map((entry) => ({ ...entry, details: JSON.parse(entry.details) })),
    ).toMatchObject([
      {
        action: 'profile.update',
        subject: `user:${uma.user.id}`,
        details: { fields: ['username', 'lastName'] },
      },
    ])
  })

  test('with the same names only answers a token, which carries what else has changed', async () => {
    const app = await startTestApp()
    const uma = await app.as(await activeUser(app.db, { mustChangePassword: 1 }))
    expect(decodeJwt(uma.token).mustChangePassword).toBe(true)
    await app.db.updateTable('users').set({ mustChangePassword: 0 }).execute()
    const { firstName, lastName, username } = uma.user
    const payload = { firstName, lastName, username }
    const response = await uma.inject({ method: 'PUT', url: '/api/auth/profile', payload })
    expect(decodeJwt(response.json().token)).not.toHaveProperty('mustChangePassword')
    expect(await readEntries(app.db)).toEqual([])
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

  test('names every blank field, and cannot change the role', async () => {
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
    const here = await app.as(user)
    const elsewhere = await app.as(user)
    const change = (payload: object) =>
      here.inject({ method: 'PUT', url: '/api/auth/change-password', payload })
    return { app, here, elsewhere, change }
  }

  test('ends all sessions but this one, and the new password is the only one', async () => {
    const { app, here, elsewhere, change } = await startWithUma()
    const changed = await change(form)
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      { message: 'Your password was changed.' },
    ])
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

  test('only one of two changes at once wins', async () => {
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
