import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { hashOfRightPassword as hash, logIn } from '../../test/login.ts'
import { activeUser } from '../../test/users.ts'

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
      message: 'Too many failed attempts. Try again in 5 minutes.',
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

  test('counts by account: another username does not reset the failures', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db, { username: 'uma', password: hash })
    for (let failure = 0; failure < 5; failure += 1) await logIn(app, 'uma', 'wrong')
    const admin = await app.as('admin')
    const url = `/api/users/${user.id}`
    await admin.inject({ method: 'PUT', url, payload: { username: 'ute' } })
    expect((await logIn(app, 'ute', 'right password')).statusCode).toBe(429)
    expect((await logIn(app, 'ute', 'right password', '10.0.0.2')).statusCode).toBe(200)
  })

  test('starts again after a success and after the window', async () => {
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
          account: `name-${number}`,
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

  test('trusts a forwarded address only from a trusted proxy', async () => {
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

  test.each([
    ['an IPv4 address with ports', (port: number) => `203.0.113.9:${port}`],
    ['an IPv6 address with ports', (port: number) => `[2001:db8::1]:${port}`],
    [
      'an IPv6 address, in brackets or not',
      (port: number) => (port % 2 ? '[2001:db8::1]' : '2001:db8::1'),
    ],
    [
      'what comes before a proxy that is named with its port',
      (port: number) => `203.0.113.9:${port}, 10.0.0.8:${port}`,
    ],
  ])('counts as one address %s', async (_what, forwarded) => {
    const app = await startTestApp({ settings: { trustProxy: ['10.0.0.8', '10.0.0.9'] } })
    const tryFrom = (address: string) =>
      app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '10.0.0.9',
        headers: { 'x-forwarded-for': address },
        payload: { username: 'uma', password: 'wrong' },
      })
    for (let port = 50_000; port < 50_005; port += 1) {
      expect((await tryFrom(forwarded(port))).statusCode).toBe(401)
    }
    expect((await tryFrom(forwarded(50_005))).statusCode).toBe(429)
    const rows = await app.db.selectFrom('audit_log').select('address').distinct().execute()
    expect(rows).toHaveLength(1)
    expect(['203.0.113.9', '2001:db8::1']).toContain(rows[0]?.address)
  })
})
