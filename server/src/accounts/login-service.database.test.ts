import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, it } from 'vitest'
import { hashOfRightPassword as password } from '../../test/login.ts'
import { activeUser, inactiveUser } from '../../test/users.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { logIn as logInOrAsk } from './login-service.ts'
import { changeOwnPassword } from './own-password.ts'
import { inPasswordQueue } from './password-queue.ts'
import { openSession } from './sessions/sessions.ts'

const right = { username: 'uma', password: 'right password', ip: '10.0.0.1' }
const rules = { ttlMs: 60_000, isRequired: () => false }
const failures = (db: Db) => db.selectFrom('login_failures').select('account').execute()
const wrongCredentials = { status: 401, message: 'Invalid username or password' }

/** Logs a user in who has no second step. */
async function logIn(db: Db, credentials: typeof right & { sessionId?: string }) {
  const signIn = { db, rules, audit: auditAsServer, hasPasskeys: false }
  const answer = await logInOrAsk(signIn, credentials)
  if (!('session' in answer)) throw new Error('A second step was asked for')
  return answer.session
}

/** Takes both places of the password queue until the function returned is called. */
function holdPasswordQueue(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let index = 0; index < 2; index += 1) void inPasswordQueue(() => promise)
  return resolve
}

describe('logging in', () => {
  it('opens a session of the given length and deletes the failures', async () => {
    const db = await freshDatabase()
    const user = await activeUser(db, { username: 'uma', password })
    await expect(logIn(db, { ...right, password: 'wrong' })).rejects.toMatchObject(wrongCredentials)
    expect(await failures(db)).toHaveLength(1)
    const before = Date.now()
    const session = await logIn(db, right)
    expect(session.user).toMatchObject({ id: user.id, username: 'uma', role: 'user' })
    expect(session.expiresAt).toBeGreaterThanOrEqual(before + 60_000)
    expect(session.expiresAt).toBeLessThanOrEqual(Date.now() + 60_000)
    expect(await failures(db)).toEqual([])
    const rows = await db.selectFrom('sessions').selectAll().execute()
    expect(rows).toMatchObject([{ id: session.id, userId: user.id }])
  })

  it('ends the session that the browser still had, if it is the same user’s', async () => {
    const db = await freshDatabase()
    const uma = await activeUser(db, { username: 'uma', password })
    const before = await openSession(db, uma, 60_000)
    const elsewhere = await openSession(db, uma, 60_000)
    const others = await openSession(db, await activeUser(db, { username: 'otto' }), 60_000)
    const ids = async () =>
      (await db.selectFrom('sessions').select('id').execute()).map(({ id }) => id).toSorted()
    const first = await logIn(db, { ...right, sessionId: others.id })
    expect(await ids()).toEqual([before, elsewhere, others, first].map(({ id }) => id).toSorted())
    const second = await logIn(db, { ...right, sessionId: before.id })
    expect(await ids()).toEqual([elsewhere, others, first, second].map(({ id }) => id).toSorted())
    const details = await db.selectFrom('audit_log').select('details').orderBy('sequence').execute()
    expect(details.map((entry) => entry.details)).toEqual([
      '{}',
      JSON.stringify({ replaces: `session:${before.id}` }),
    ])
  })

  it('counts no failure when the password could not be checked', async () => {
    const db = await freshDatabase()
    await activeUser(db, { username: 'uma', password })
    const release = holdPasswordQueue()
    const waiting = Array.from({ length: 100 }, () => inPasswordQueue(async () => {}))
    await expect(logIn(db, right)).rejects.toMatchObject({
      status: 429,
      retryAfter: 2,
    })
    release()
    await Promise.all(waiting)
    expect(await failures(db)).toEqual([])
  })

  it('counts only failures, however many people log in at once', async () => {
    const db = await freshDatabase()
    const names = Array.from({ length: 60 }, (_, at) => `person-${at % 12}`)
    for (const username of new Set(names)) await activeUser(db, { username, password })
    for (let failure = 0; failure < 4; failure += 1) {
      await logIn(db, { ...right, password: 'wrong' }).catch(() => {})
    }
    const sessions = await Promise.all(names.map((username) => logIn(db, { ...right, username })))
    expect(sessions).toHaveLength(60)
    expect(await failures(db)).toHaveLength(4)
  })

  it.each([
    ['whose password is replaced', { password: 'another' }, wrongCredentials],
    ['who is deactivated', { isActive: 0 }, { status: 403 }],
  ] as const)('refuses a user %s meanwhile', async (_, changes, refusal) => {
    const db = await freshDatabase()
    const user = await activeUser(db, { username: 'uma', password })
    const release = holdPasswordQueue()
    const login = logIn(db, right)
    const refused = expect(login).rejects.toMatchObject(refusal)
    // The user may have been read before the change or after it; the change must count in both cases.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await db.updateTable('users').set(changes).where('id', '=', user.id).execute()
    release()
    await refused
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it('refuses an inactive user with the right password only', async () => {
    const db = await freshDatabase()
    await inactiveUser(db, { username: 'uma', password })
    await expect(logIn(db, right)).rejects.toMatchObject({ status: 403 })
    expect(await failures(db)).toEqual([])
  })
})

describe('changing one’s own password', () => {
  it.each([
    ['the password was replaced', (db: Db) => db.updateTable('users').set({ password: 'another' })],
    ['the user was deleted', (db: Db) => db.deleteFrom('users')],
  ] as const)('is refused when %s meanwhile', async (_, change) => {
    const db = await freshDatabase()
    const user = await activeUser(db, { username: 'uma', password })
    const session = await openSession(db, user, 60_000)
    const release = holdPasswordQueue()
    const passwords = { current: 'right password', next: 'a new one', ip: '10.0.0.1' }
    const message = 'Current password is incorrect'
    const refused = expect(
      changeOwnPassword(db, session, passwords, auditAsServer),
    ).rejects.toMatchObject({
      status: 400,
      message,
      issues: [{ path: 'currentPassword', message }],
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await change(db).execute()
    const changed = await db.selectFrom('users').selectAll().execute()
    release()
    await refused
    expect(await db.selectFrom('users').selectAll().execute()).toEqual(changed)
  })
})
