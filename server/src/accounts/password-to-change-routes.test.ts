import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const newUser = { username: 'nina', firstName: 'Nina', lastName: 'New', password: 'x' }

test('each sign-in asks for a new password, until the user has chosen one', async () => {
  const { as, inject } = await startTestApp()
  const ada = await as('admin')
  const given = { ...newUser, mustChangePassword: true }
  const { user } = (await ada.inject({ method: 'POST', url: '/api/users', payload: given })).json()
  expect(user).toMatchObject({ mustChangePassword: true, lastSignInAt: null })
  const signIn = async (password: string) => {
    const payload = { username: newUser.username, password }
    return (await inject({ method: 'POST', url: '/api/auth/login', payload })).json().token
  }
  const token: string = await signIn(newUser.password)
  expect(decodeJwt(token).mustChangePassword).toBe(true)
  const nina = { authorization: `Bearer ${token}` }
  // All other calls work meanwhile.
  expect((await inject({ url: '/api/jobs', headers: nina })).statusCode).toBe(200)
  const payload = {
    currentPassword: newUser.password,
    newPassword: 'of my own',
    confirmPassword: 'of my own',
  }
  const url = '/api/auth/change-password'
  const changed = await inject({ method: 'PUT', url, payload, headers: nina })
  expect(changed.json()).toEqual({ message: 'Your password was changed.' })
  expect(decodeJwt(await signIn('of my own'))).not.toHaveProperty('mustChangePassword')
  const { users } = (await ada.inject({ url: '/api/users' })).json()
  expect(users.find(({ id }: { id: string }) => id === user.id)).toMatchObject({
    mustChangePassword: false,
    lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})
