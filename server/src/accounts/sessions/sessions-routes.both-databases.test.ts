import { hourMs } from '@dashboard/contract/duration'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { hashOfRightPassword, listJobs } from '../../../test/login.ts'
import { activeUser } from '../../../test/users.ts'
import { lastSeenOfSessions, recordEveryMs } from './last-seen.ts'

const url = '/api/auth/sessions'

/** Makes the row look as if the session had last been used this long ago. */
function seenAgo(db: Db, id: string, agoMs: number) {
  const lastSeenAt = toIso(Date.now() - agoMs)
  return db.updateTable('sessions').set({ lastSeenAt }).where('id', '=', id).execute()
}

const seenAt = async (db: Db, id: string) => {
  const query = db.selectFrom('sessions').select('lastSeenAt').where('id', '=', id)
  return Date.parse((await query.executeTakeFirstOrThrow()).lastSeenAt)
}

describe('the list of sessions', () => {
  test('names the device that signed in, this one first, and nobody else’s', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db, { username: 'uma', password: hashOfRightPassword })
    await app.as('user')
    const phone = await app.as(user)
    const { json } = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      payload: { username: 'uma', password: 'right password' },
    })
    const headers = { authorization: `Bearer ${json().token}` }
    await seenAgo(app.db, phone.session.id, hourMs)
    const { sessions } = (await app.inject({ url, headers })).json()
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        device: 'Firefox on Linux',
        isCurrent: true,
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
      },
      {
        id: phone.session.id,
        device: 'Unknown device',
        isCurrent: false,
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
      },
    ])
    expect(Date.now() - Date.parse(sessions[1].lastSeenAt)).toBeGreaterThanOrEqual(hourMs)
  })

  test('leaves out sessions that have expired', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db)
    const { session } = await app.as(user)
    const { inject } = await app.as(user)
    const expiresAt = toIso(Date.now() - 1)
    await app.db.updateTable('sessions').set({ expiresAt }).where('id', '=', session.id).execute()
    expect((await inject({ url })).json().sessions).toHaveLength(1)
  })
})

test('the last use is recorded at once, and again only when it is long ago', async () => {
  const { db, as } = await startTestApp()
  const { session } = await as('user')
  const lastSeen = lastSeenOfSessions(db, { warn: () => expect.fail() })
  for (const [agoMs, isWritten] of [
    [hourMs, true],
    [recordEveryMs - 30_000, false],
  ] as const) {
    await seenAgo(db, session.id, agoMs)
    const before = await seenAt(db, session.id)
    for (const _ of [1, 2]) lastSeen.record({ id: session.id, lastSeenAt: before })
    await lastSeen.close()
    expect((await seenAt(db, session.id)) !== before).toBe(isWritten)
  }
})

describe('ending sessions', () => {
  test('ends one of one’s own at once, and no one else’s', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db)
    const here = await app.as(user)
    const there = await app.as(user)
    const other = await app.as('user')
    const end = (id: string) => here.inject({ method: 'DELETE', url: `${url}/${id}` })
    const ended = await end(there.session.id)
    expect([ended.statusCode, ended.json()]).toEqual([
      200,
      { message: 'The device was signed out.' },
    ])
    expect((await listJobs(app, there.token)).statusCode).toBe(401)
    expect((await end(there.session.id)).statusCode).toBe(404)
    expect((await end(other.session.id)).statusCode).toBe(404)
    expect((await listJobs(app, other.token)).statusCode).toBe(200)
    expect((await listJobs(app, here.token)).statusCode).toBe(200)
  })

  test('ends all others', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db)
    const here = await app.as(user)
    const laptop = await app.as(user)
    const phone = await app.as(user)
    const other = await app.as('user')
    const end = () => here.inject({ method: 'DELETE', url })
    expect((await end()).json().message).toBe('You were signed out on 2 other devices.')
    expect((await end()).json().message).toBe('You were not signed in anywhere else.')
    const statuses = await Promise.all(
      [here, other, laptop, phone].map(
        async ({ token }) => (await listJobs(app, token)).statusCode,
      ),
    )
    expect(statuses).toEqual([200, 200, 401, 401])
  })

  test('an administrator ends all of somebody else’s, but not their own', async () => {
    const app = await startTestApp()
    const user = await activeUser(app.db, { username: 'uma' })
    const laptop = await app.as(user)
    const phone = await app.as(user)
    const admin = await app.as('admin')
    const end = (id: string) => admin.inject({ method: 'DELETE', url: `/api/users/${id}/sessions` })
    expect((await end(user.id)).json()).toEqual({ message: '@uma was signed out everywhere.' })
    for (const { token } of [laptop, phone]) {
      expect((await listJobs(app, token)).statusCode).toBe(401)
    }
    expect((await end('nobody')).statusCode).toBe(404)
    const own = await end(admin.user.id)
    expect([own.statusCode, own.json().message]).toEqual([
      400,
      'Sign out your own devices under Profile.',
    ])
    expect((await listJobs(app, admin.token)).statusCode).toBe(200)
  })
})

describe('when a session was last used', () => {
  test('is updated once it is some minutes old, and not before', async () => {
    const { app, db, as } = await startTestApp()
    const recent = await as('user')
    const older = await as('user')
    await seenAgo(db, recent.session.id, recordEveryMs - 30_000)
    await seenAgo(db, older.session.id, recordEveryMs + 30_000)
    for (const { inject } of [recent, older]) {
      await inject({ url: '/api/jobs' })
      await inject({ url: '/api/jobs' })
    }
    const before = Date.now()
    // When the server closes, it also writes the uses that wait to be written together.
    await app.close()
    expect(await seenAt(db, recent.session.id)).toBeLessThan(before - 200_000)
    expect(before - (await seenAt(db, older.session.id))).toBeLessThan(60_000)
  })

  test('ends a session that has been idle too long, where a limit is set', async () => {
    const { db, as } = await startTestApp({ settings: { sessionIdleMs: hourMs } })
    const user = await activeUser(db)
    const used = await as(user)
    const idle = await as(user)
    await seenAgo(db, used.session.id, hourMs)
    await seenAgo(db, idle.session.id, hourMs + recordEveryMs + 1_000)
    expect((await idle.inject({ url: '/api/jobs' })).statusCode).toBe(401)
    const answer = await used.inject({ url })
    expect(answer.json().sessions).toEqual([expect.objectContaining({ id: used.session.id })])
  })

  test('ends no session without a limit', async () => {
    const { db, as } = await startTestApp()
    const { session, inject } = await as('user')
    await seenAgo(db, session.id, 11 * hourMs)
    expect((await inject({ url: '/api/jobs' })).statusCode).toBe(200)
  })
})
