import { dayMs } from '@dashboard/contract/duration'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { readEntries } from '@dashboard/store/test/audit-log'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { hashOfRightPassword } from '../../../test/login.ts'
import { insertToken, makeToken, tokensUrl } from '../../../test/tokens.ts'
import { activeUser } from '../../../test/users.ts'
import { hashSecret } from '../secret-hash.ts'
import { removeExpiredTokens } from './access-tokens.ts'

const ids = async (db: Db) =>
  (await db.selectFrom('access_tokens').select('id').execute()).map(({ id }) => id).sort()

describe('making an access token', () => {
  test('answers the secret once, and stores only its hash', async () => {
    const { db, as } = await startTestApp()
    const uma = await as('user')
    const answer = await uma.inject({ method: 'POST', url: tokensUrl, payload: { name: ' Mine ' } })
    expect(answer.statusCode).toBe(201)
    const { token, secret } = answer.json()
    expect(token).toEqual({
      id: expect.any(String),
      name: 'Mine',
      access: 'read',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      isExpired: false,
      lastUsedAt: null,
    })
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(90 * dayMs)
    const rows = JSON.stringify(await db.selectFrom('access_tokens').selectAll().execute())
    expect(rows).not.toContain(secret.slice(5, 45))
    const listed = await uma.inject({ url: tokensUrl })
    expect(listed.json()).toEqual({ tokens: [token] })
    expect((await (await as('user')).inject({ url: tokensUrl })).json()).toEqual({ tokens: [] })
  })

  test.each([
    [{}, 'Name is required'],
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'a', access: 'all' }, 'access must be read or write'],
    [{ name: 'a', days: 0 }, 'days must be a whole number from 1 to 366'],
    [{ name: 'a', days: 367 }, 'days must be a whole number from 1 to 366'],
    [{ name: 'a', days: 1.5 }, 'days must be a whole number from 1 to 366'],
  ])('of %j is refused', async (payload, message) => {
    const { as } = await startTestApp()
    const { inject } = await as('user')
    const answer = await inject({ method: 'POST', url: tokensUrl, payload })
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
  })

  test('needs a sign-in within ten minutes, or the password in an older session', async () => {
    const { db, as } = await startTestApp()
    const uma = await as(await activeUser(db, { password: hashOfRightPassword }))
    const confirmBefore = (ms: number) =>
      db
        .updateTable('sessions')
        .set({ confirmedAt: toIso(Date.now() - ms) })
        .execute()
    await confirmBefore(9 * 60_000)
    await makeToken(uma)
    await confirmBefore(10 * 60_000 + 1)
    const payload = { name: 'Mine' }
    const refused = await uma.inject({ method: 'POST', url: tokensUrl, payload })
    expect([refused.statusCode, refused.json().reason]).toEqual([409, 'sign-in-not-recent'])
    const proof = { password: 'right password' }
    await uma.inject({ method: 'POST', url: '/api/auth/confirm', payload: proof })
    await makeToken(uma)
  })

  test('is refused to a user who has twenty valid ones', async () => {
    const { db, as } = await startTestApp()
    const uma = await as('user')
    for (let count = 0; count < 19; count += 1) await insertToken(db, uma.user.id)
    await insertToken(db, uma.user.id, { expiresAt: toIso(Date.now() - 1) })
    await makeToken(uma)
    const answer = await uma.inject({ method: 'POST', url: tokensUrl, payload: { name: 'More' } })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'You have 20 access tokens. Revoke one that is not used.',
    ])
  })
})

describe('an access token', () => {
  test('acts as its owner, and the audit log says by which token', async () => {
    const { app, db, as } = await startTestApp()
    const uma = await as('user')
    const { id, headers } = await makeToken(uma)
    const url = '/api/workflows/locust-export'
    const answer = await app.inject({ method: 'POST', url, headers })
    expect(answer.statusCode).toBe(202)
    const { job } = (await app.inject({ url: `/api/jobs/${answer.json().jobId}`, headers })).json()
    expect(job.createdBy).toBe('Uma User')
    const entry = (await readEntries(db)).find(({ action }) => action === 'job.start')
    expect(entry).toMatchObject({
      actorId: uma.user.id,
      actor: expect.stringContaining('Uma User'),
    })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ type: 'export', token: id })
  })

  test('of the older form, with a checksum after its random digits, is still accepted', async () => {
    const { app, db, as } = await startTestApp()
    const { user } = await as('user')
    const secret = 'smpw_0123456789abcdef0123456789abcdef012345672a342d20'
    await insertToken(db, user.id, { tokenHash: hashSecret(secret) })
    const headers = { authorization: `Bearer ${secret}` }
    expect((await app.inject({ url: '/api/jobs', headers })).statusCode).toBe(200)
  })

  test('with read access fetches reports', async () => {
    const { app, as } = await startTestApp()
    const { headers } = await makeToken(await as('user'), { access: 'read' })
    const url = '/api/reports/bulk-download'
    const payload = { ids: ['00000000-0000-4000-8000-000000000000'] }
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(404)
    const deleting = await app.inject({ method: 'DELETE', url: '/api/reports', headers, payload })
    expect(deleting.statusCode).toBe(403)
  })

  test('of an administrator does not work before the second step that the server requires', async () => {
    const { app, as } = await startTestApp({ settings: { secondFactor: 'administrators' } })
    const { headers } = await makeToken(await as('admin'))
    const answer = await app.inject({ url: '/api/jobs', headers })
    expect([answer.statusCode, answer.json().reason]).toEqual([409, 'second-step-required'])
  })

  test('is listed with its last use, recorded at most once a minute', async () => {
    const { app, db, as } = await startTestApp()
    const uma = await as('user')
    const { headers } = await makeToken(uma)
    const lastUsed = async () =>
      (await db.selectFrom('access_tokens').select('lastUsedAt').executeTakeFirst())?.lastUsedAt
    await app.inject({ url: '/api/jobs', headers })
    await app.close()
    expect(Date.now() - Date.parse((await lastUsed()) ?? '')).toBeLessThan(60_000)
    // The last use was recorded half a minute ago, and then so long ago that a write is due.
    for (const [agoMs, isWritten] of [
      [30_000, false],
      [61_000, true],
    ] as const) {
      const next = await startTestApp({ db })
      const lastUsedAt = toIso(Date.now() - agoMs)
      await db.updateTable('access_tokens').set({ lastUsedAt }).execute()
      await next.app.inject({ url: '/api/jobs', headers })
      await next.app.close()
      expect((await lastUsed()) !== lastUsedAt).toBe(isWritten)
    }
  })

  test('appears in no line of the log', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const { app, as } = await startTestApp({ log, settings: { logLevel: 'trace' } })
    const { secret, headers } = await makeToken(await as('user'), { access: 'read' })
    await app.inject({ url: '/api/jobs', headers })
    await app.inject({ method: 'POST', url: '/api/jobs/cancel-all', headers })
    await app.inject({ url: `/api/jobs?token=${secret}`, headers })
    await app.inject({ url: '/api/jobs', headers: { authorization: `Bearer ${secret}0` } })
    expect(lines.join('')).toContain('"status":403')
    expect(lines.join('')).not.toContain('smpw_')
  })
})

describe('revoking access tokens', () => {
  test('refuses the next request of one’s own token, and affects nobody else’s', async () => {
    const { app, db, as } = await startTestApp()
    const uma = await as('user')
    const other = await insertToken(db, (await as('user')).user.id)
    const { id, headers } = await makeToken(uma)
    expect((await app.inject({ url: '/api/jobs', headers })).statusCode).toBe(200)
    const revoke = (tokenId: string) =>
      uma.inject({ method: 'DELETE', url: `${tokensUrl}/${tokenId}` })
    expect((await revoke(other.id)).json().message).toBe('Access token not found')
    expect((await revoke(id)).statusCode).toBe(200)
    const answer = await app.inject({ url: '/api/jobs', headers })
    expect(answer.statusCode).toBe(401)
    expect(await ids(db)).toEqual([other.id])
  })

  test('is possible for administrators, too', async () => {
    const { db, as } = await startTestApp()
    const ada = await as('admin')
    const uma = await as('user')
    const { id } = await makeToken(uma)
    const url = `/api/users/${uma.user.id}/tokens`
    const { tokens } = (await ada.inject({ url })).json()
    expect(tokens).toMatchObject([{ id, name: 'Nightly sync', access: 'write' }])
    const elsewhere = await ada.inject({
      method: 'DELETE',
      url: `/api/users/${ada.user.id}/tokens/${id}`,
    })
    expect(elsewhere.statusCode).toBe(404)
    await ada.inject({ method: 'DELETE', url: `${url}/${id}` })
    expect(await ids(db)).toEqual([])
  })

  test('is revoked by a new password of its owner, but not by signing out other devices', async () => {
    const { db, as } = await startTestApp()
    const uma = await as(await activeUser(db, { password: hashOfRightPassword }))
    await makeToken(uma)
    await uma.inject({ method: 'DELETE', url: '/api/auth/sessions' })
    expect(await ids(db)).toHaveLength(1)
    const newPassword = 'a new password'
    const changed = await uma.inject({
      method: 'PUT',
      url: '/api/auth/change-password',
      payload: { currentPassword: 'right password', newPassword, confirmPassword: newPassword },
    })
    expect(changed.statusCode).toBe(200)
    expect(await ids(db)).toEqual([])
    const entry = (await readEntries(db)).find(({ action }) => action === 'password.change')
    expect(JSON.parse(entry?.details ?? '')).toEqual({ tokens: 1 })
  })

  test('happens to those that expired a week ago, and is recorded in the audit log', async () => {
    const { db, as } = await startTestApp()
    const { user } = await as('user')
    const now = Date.now()
    const old = await insertToken(db, user.id, { expiresAt: toIso(now - 7 * dayMs - 1) })
    const recent = await insertToken(db, user.id, { expiresAt: toIso(now - 6 * dayMs) })
    const good = await insertToken(db, user.id)
    expect(await removeExpiredTokens(db)).toBe(1)
    expect(await ids(db)).toEqual([recent.id, good.id].sort())
    expect(await readEntries(db)).toMatchObject([
      { action: 'token.expire', actor: 'Server', subject: `token:${old.id}` },
    ])
  })
})
