import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { addPasskey, setUpTotp, withPasskeys } from '../../../test/factors.ts'
import { hashOfRightPassword, logIn } from '../../../test/login.ts'
import { activeAdmin, activeUser } from '../../../test/users.ts'

const required = {
  settings: { ...withPasskeys.settings, secondFactor: 'administrators' as const },
}
const refusal = {
  message: 'This server requires a second step of administrators. Set it up under Profile first.',
  reason: 'second-step-required',
}

async function signInAs(app: Awaited<ReturnType<typeof startTestApp>>, make: typeof activeUser) {
  await make(app.db, { username: 'ida', password: hashOfRightPassword })
  const { token } = (await logIn(app, 'ida', 'right password')).json()
  const inject: typeof app.inject = (request) =>
    app.inject({ ...request, headers: { authorization: `Bearer ${token}` } })
  return { claims: decodeJwt(token), inject }
}

test('an administrator without a second step can set one up, and nothing else', async () => {
  const app = await startTestApp(required)
  const { claims, inject } = await signInAs(app, activeAdmin)
  expect(claims.mustAddFactor).toBe(true)
  for (const url of ['/api/jobs', '/api/users', '/api/notices', '/api/nothing']) {
    const answer = await inject({ url })
    if (url === '/api/nothing') expect(answer.statusCode).toBe(404)
    else expect([answer.statusCode, answer.json()]).toEqual([409, refusal])
  }
  expect((await inject({ url: '/api/auth/factors' })).json().isRequired).toBe(true)
  await setUpTotp({ inject })
  expect((await inject({ url: '/api/users' })).statusCode).toBe(200)
  const names = { firstName: 'Ida', lastName: 'Admin', username: 'ida' }
  const renewed = await inject({ method: 'PUT', url: '/api/auth/profile', payload: names })
  expect(decodeJwt(renewed.json().token)).not.toHaveProperty('mustAddFactor')
})

test('the last second step stays, one of two can go', async () => {
  const app = await startTestApp(required)
  const { inject } = await signInAs(app, activeAdmin)
  await setUpTotp({ inject })
  const remove = () => inject({ method: 'DELETE', url: '/api/auth/factors/totp' })
  const refused = await remove()
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'This server requires a second step. Add another one before you remove this.',
  ])
  expect((await inject({ url: '/api/auth/factors' })).json().totp).not.toBeNull()
  const { id } = await addPasskey({ inject })
  expect((await remove()).statusCode).toBe(200)
  const url = `/api/auth/factors/passkeys/${id}`
  expect((await inject({ method: 'DELETE', url })).statusCode).toBe(409)
})

test('nothing is required of users, nor of anybody without the setting', async () => {
  const app = await startTestApp(required)
  const user = await signInAs(app, activeUser)
  expect(user.claims).not.toHaveProperty('mustAddFactor')
  expect((await user.inject({ url: '/api/jobs' })).statusCode).toBe(200)
  const optional = await startTestApp()
  const admin = await signInAs(optional, activeAdmin)
  expect(admin.claims).not.toHaveProperty('mustAddFactor')
  expect((await admin.inject({ url: '/api/jobs' })).statusCode).toBe(200)
})

test('it applies to users who become administrators, and to open sessions', async () => {
  const app = await startTestApp(required)
  const { inject } = await signInAs(app, activeUser)
  await app.db.updateTable('users').set({ role: 'admin' }).execute()
  expect((await inject({ url: '/api/jobs' })).statusCode).toBe(409)
})
