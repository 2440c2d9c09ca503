import { readSettings } from '@dashboard/store/settings/settings'
import { readEntries } from '@dashboard/store/test/audit-log'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { userWithTotp } from '../../../test/factors.ts'
import { logIn } from '../../../test/login.ts'
import { inactiveUser } from '../../../test/users.ts'
import { addressOfLink, makeSignInLink } from './sign-in-links.ts'

type App = Awaited<ReturnType<typeof startTestApp>>

const open = ({ inject }: Pick<App, 'inject'>, link: string | undefined) =>
  inject({ method: 'POST', url: '/api/auth/sign-in-link', payload: { link } })
const usedUp = [410, 'This link was used before, or is older than 15 minutes. Ask for a new one.']

test('signs in once, past a second step and throttling, as a recent sign-in', async () => {
  const app = await startTestApp()
  const { user } = await userWithTotp(app)
  for (let tries = 0; tries < 5; tries += 1) await logIn(app, 'uma', 'wrong')
  expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(429)
  const made = await makeSignInLink(app.db, ' UMA ')
  expect(made?.username).toBe('uma')
  // The page that the link opens sends no request to this address when it is only looked at.
  expect((await app.inject({ url: '/api/auth/sign-in-link' })).statusCode).toBe(404)
  const { token } = (await open(app, made?.link)).json()
  expect(decodeJwt(token)).toMatchObject({ userId: user.id })
  const headers = { authorization: `Bearer ${token}` }
  const totp = '/api/auth/factors/totp'
  expect((await app.inject({ method: 'POST', url: totp, headers })).statusCode).toBe(200)
  expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(200)
  const again = await open(app, made?.link)
  expect([again.statusCode, again.json().message]).toEqual(usedUp)
})

test('lets its user choose a new password without the current one, for ten minutes', async () => {
  const app = await startTestApp()
  const { signedIn } = await userWithTotp(app)
  const { link } = (await makeSignInLink(app.db, 'uma')) ?? {}
  const headers = { authorization: `Bearer ${(await open(app, link)).json().token}` }
  const url = '/api/auth/lost-password'
  const payload = { newPassword: 'of my own', confirmPassword: 'of my own' }
  const replace = (who: Pick<App, 'inject'>) => who.inject({ method: 'PUT', url, payload })
  const linked = {
    inject: ((request: Parameters<App['inject']>[0]) =>
      app.inject({ ...request, headers })) as App['inject'],
  }
  const refused = await replace(signedIn as unknown as App)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Change your password under Security, where the current one is asked for.',
  ])
  const can = async () =>
    (await linked.inject({ url: '/api/auth/factors' })).json().canReplacePassword
  expect(await can()).toBe(true)
  expect((await replace(linked)).json()).toEqual({ message: 'Your password was changed.' })
  const entry = (await readEntries(app.db)).find(({ action }) => action === 'password.change')
  expect(entry?.subject).toMatch(/^user:./)
  expect(JSON.parse(entry?.details ?? '')).toMatchObject({ by: 'link' })
  expect((await logIn(app, 'uma', 'right password')).statusCode).toBe(401)
  expect((await logIn(app, 'uma', 'of my own')).json()).toHaveProperty('secondFactor')
  expect((await signedIn.inject({ url: '/api/jobs' })).statusCode).toBe(401)
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString()
  await app.db.updateTable('sessions').set({ createdAt }).execute()
  expect(await can()).toBe(false)
  expect((await replace(linked)).statusCode).toBe(409)
})

test('signs in only one of two who open it at once', async () => {
  const app = await startTestApp()
  await userWithTotp(app)
  const { link } = (await makeSignInLink(app.db, 'uma')) ?? {}
  const answers = await Promise.all([open(app, link), open(app, link)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410])
})

test('ends after 15 minutes, with a newer link, and with the sessions of its user', async () => {
  const app = await startTestApp()
  const { user } = await userWithTotp(app)
  const make = async () => (await makeSignInLink(app.db, 'uma'))?.link
  const first = await make()
  const second = await make()
  expect((await open(app, first)).statusCode).toBe(410)
  const [row] = await app.db.selectFrom('sign_in_tickets').selectAll().execute()
  expect(row?.id).not.toBe(second)
  const minutes = (Date.parse(row?.expiresAt ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThan(16)
  await app.db
    .updateTable('sign_in_tickets')
    .set({ expiresAt: new Date(0).toISOString() })
    .execute()
  expect((await open(app, second)).statusCode).toBe(410)
  const third = await make()
  const admin = await app.as('admin')
  await admin.inject({ method: 'DELETE', url: `/api/users/${user.id}/sessions` })
  expect((await open(app, third)).statusCode).toBe(410)
})

test('can be made for active users only', async () => {
  const app = await startTestApp()
  await inactiveUser(app.db, { username: 'ina' })
  expect(await makeSignInLink(app.db, 'ina')).toEqual({ username: 'ina', link: undefined })
  expect(await makeSignInLink(app.db, 'nobody')).toBeUndefined()
  expect(await app.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})

test.each([
  [{ PUBLIC_URL: 'https://dash.example.org/' }, 'https://dash.example.org/login#link=abc'],
  [{}, 'http://localhost:3000/login#link=abc'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80/login#link=abc'],
  [{ HOST: '2001:db8::7' }, 'http://[2001:db8::7]:3000/login#link=abc'],
])('with %j it leads to %s', (environment, address) => {
  expect(addressOfLink(readSettings(environment), 'abc')).toBe(address)
})
