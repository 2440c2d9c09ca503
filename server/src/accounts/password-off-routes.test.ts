import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { hashOfRightPassword, logIn } from '../../test/login.ts'
import { signInSettings, startProvider } from '../../test/openid.ts'
import { activeAdmin, activeUser, inactiveUser } from '../../test/users.ts'
import { warnOfRescueAdmin } from './first-administrator.ts'

const refusal =
  'Passwords are for the rescue administrator only. Sign in with Acme; if you are that administrator, check username and password.'

async function start() {
  const signIn = signInSettings(await startProvider(), {}, 'Root')
  const app = await startTestApp({ settings: { signIn } })
  const password = hashOfRightPassword
  await activeAdmin(app.db, { username: 'root', password })
  await activeAdmin(app.db, { username: 'ada', password })
  await activeUser(app.db, { username: 'uma', password })
  await inactiveUser(app.db, { username: 'ina', password })
  return app
}

test('the rescue administrator signs in with the password, in any case of the name', async () => {
  const app = await start()
  expect((await logIn(app, 'ROOT', 'right password')).statusCode).toBe(200)
  expect((await app.inject({ url: '/api/auth/sign-in-ways' })).json()).toEqual({
    password: false,
    openId: { name: 'Acme' },
  })
})

test('all others get the same answer, whether or not they exist or the password is right', async () => {
  const app = await start()
  const tries = [
    ...['ada', 'uma', 'ina', 'nobody'].map((name) => [name, 'right password'] as const),
    ...['ada', 'root'].map((name) => [name, 'wrong'] as const),
  ]
  for (const [name, password] of tries) {
    const answer = await logIn(app, name, password)
    expect([name, answer.statusCode, answer.json().message]).toEqual([name, 401, refusal])
  }
  expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('sign-ins with a password that is switched off are throttled, too', async () => {
  const app = await start()
  for (let tries = 0; tries < 5; tries += 1) await logIn(app, 'uma', 'right password')
  expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(429)
})

test('the server warns at its start of a rescue administrator who could not sign in', async () => {
  const { db } = await start()
  expect(await warnOfRescueAdmin(db, undefined)).toBeUndefined()
  expect(await warnOfRescueAdmin(db, 'ROOT')).toBeUndefined()
  for (const name of ['uma', 'nobody']) {
    expect(await warnOfRescueAdmin(db, name)).toBe(
      `WARNING: RESCUE_ADMIN is "${name}", which is not an active administrator: nobody can sign in with a password.`,
    )
  }
})
