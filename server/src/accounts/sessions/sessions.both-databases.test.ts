import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, it } from 'vitest'
import { activeUser, inactiveUser } from '../../../test/users.ts'
import { deriveSigningKey } from '../../http/signing-key.ts'
import { replacePassword } from '../users-queries.ts'
import { signSessionToken } from './session-token.ts'
import { createSessionFinder, endSession, endSessionsOf, openSession } from './sessions.ts'

const key = deriveSigningKey('a secret of at least thirty-two characters', 'session')
const sessionIds = async (db: Db) => {
  const rows = await db.selectFrom('sessions').select('id').execute()
  return rows.map(({ id }) => id).toSorted()
}

describe('a session', () => {
  it('is found by its token, with the user as the row is now', async () => {
    const db = await freshDatabase()
    const user = await activeUser(db, { username: 'uma' })
    const session = await openSession(db, user, 60_000)
    const token = await signSessionToken(key, session)
    const find = createSessionFinder(db, key)
    expect(await find(token)).toEqual({
      id: session.id,
      expiresAt: session.expiresAt,
      lastSeenAt: expect.any(Number),
      user: {
        id: user.id,
        username: 'uma',
        firstName: 'Uma',
        lastName: 'User',
        hasNamesake: 0,
        role: 'user',
        mustChangePassword: 0,
        circuits: null,
      },
    })
    expect(session.user).not.toHaveProperty('password')
    await db.updateTable('users').set({ role: 'admin', firstName: 'Ute' }).execute()
    expect(await find(token)).toMatchObject({ user: { role: 'admin', firstName: 'Ute' } })
    await replacePassword(db, user.id, { hash: 'another', mustChange: true })
    expect(await find(token)).toMatchObject({ user: { mustChangePassword: 1 } })
    await replacePassword(db, user.id, { hash: 'own', mustChange: false })
    expect(await find(token)).toMatchObject({ user: { mustChangePassword: 0 } })
  })

  it('is found only for its own user, while that user is active', async () => {
    const db = await freshDatabase()
    const uma = await activeUser(db)
    const otto = await activeUser(db)
    const session = await openSession(db, uma, 60_000)
    const find = createSessionFinder(db, key)
    const forged = { ...session, user: { ...session.user, id: otto.id } }
    expect(await find(await signSessionToken(key, forged))).toBeUndefined()
    const ina = await openSession(db, await inactiveUser(db), 60_000)
    expect(await find(await signSessionToken(key, ina))).toBeUndefined()
    expect(await find('no token')).toBeUndefined()
  })

  it('that has expired is not found, and is deleted when another is opened', async () => {
    const db = await freshDatabase()
    const user = await activeUser(db)
    const expired = await openSession(db, user, -1_000)
    const future = { ...expired, expiresAt: Date.now() + 60_000 }
    expect(await createSessionFinder(db, key)(await signSessionToken(key, future))).toBeUndefined()
    const live = await openSession(db, user, 60_000)
    const last = await openSession(db, await activeUser(db), 60_000)
    expect(await sessionIds(db)).toEqual([live.id, last.id].toSorted())
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', live.id)
      .executeTakeFirstOrThrow()
    expect(row.expiresAt).toBe(new Date(live.expiresAt).toISOString())
    expect(Date.parse(row.expiresAt) - Date.parse(row.createdAt)).toBe(60_000)
  })

  it('one session can be ended, all of a user, or all but one', async () => {
    const db = await freshDatabase()
    const uma = await activeUser(db)
    const otto = await activeUser(db)
    const one = await openSession(db, uma, 60_000)
    const two = await openSession(db, uma, 60_000)
    const three = await openSession(db, uma, 60_000)
    const other = await openSession(db, otto, 60_000)
    await endSession(db, one.id)
    expect(await sessionIds(db)).toEqual([two.id, three.id, other.id].toSorted())
    await endSessionsOf(db, uma.id, three.id)
    expect(await sessionIds(db)).toEqual([three.id, other.id].toSorted())
    await endSessionsOf(db, uma.id)
    expect(await sessionIds(db)).toEqual([other.id])
  })
})
