import type { Db } from '@dashboard/store/database/open-database'
import { readEntries } from '@dashboard/store/test/audit-log'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, it } from 'vitest'
import { activeAdmin, activeUser, inactiveUser } from '../../test/users.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { inPasswordQueue } from './password-queue.ts'
import { noPassword } from './passwords.ts'
import { openSession } from './sessions/sessions.ts'
import { changeUser, replacePassword, toUser } from './users-queries.ts'
import {
  addUser,
  deleteUser,
  editUser,
  resetFactors,
  setPassword,
  signOutUser,
} from './users-service.ts'

const longAgo = '2020-01-01T00:00:00.000Z'
const audited = (db: Db) => ({ db, audit: auditAsServer })
const listUsers = (db: Db) => db.selectFrom('users').selectAll().orderBy('createdAt').execute()
const namesOf = async (db: Db) => (await listUsers(db)).map(({ username }) => username)

describe('an administrator', () => {
  it.each([
    ['was demoted', { role: 'user' }, 403],
    ['was deactivated', { isActive: 0 }, 401],
  ] as const)('who %s changes and deletes nobody', async (_, changes, status) => {
    const db = await freshDatabase()
    const admin = await activeAdmin(db, { username: 'ada' })
    const user = await activeUser(db, { username: 'uma' })
    await activeAdmin(db, { username: 'bea' })
    await db.updateTable('users').set(changes).where('id', '=', admin.id).execute()
    const refused = { status }
    await expect(editUser(audited(db), admin, user.id, { lastName: 'Else' })).rejects.toMatchObject(
      refused,
    )
    await expect(deleteUser(audited(db), admin, user.id)).rejects.toMatchObject(refused)
    expect(await namesOf(db)).toContain('uma')
    expect((await listUsers(db)).map(({ lastName }) => lastName)).not.toContain('Else')
  })

  it.each([
    ['is demoted', 403, (db: Db) => db.updateTable('users').set({ role: 'user' }).execute()],
    ['is deactivated', 401, (db: Db) => db.updateTable('users').set({ isActive: 0 }).execute()],
    ['is deleted', 401, (db: Db) => db.deleteFrom('users').where('role', '=', 'admin').execute()],
    ['loses the session', 401, (db: Db) => db.deleteFrom('sessions').execute()],
  ] as const)(
    'who %s while the password waits for its turn adds nobody and sets no password',
    async (_, status, change) => {
      const db = await freshDatabase()
      const user = await activeUser(db, { username: 'uma', password: 'first' })
      const session = await openSession(db, await activeAdmin(db, { username: 'ada' }), 60_000)
      const ip = '10.0.0.1'
      const { promise, resolve } = Promise.withResolvers<void>()
      for (let index = 0; index < 2; index += 1) void inPasswordQueue(() => promise)
      const given = { password: 'a new one', mustChangePassword: true, isActive: true }
      const names = { username: 'nina', firstName: 'Nina', lastName: 'New' }
      const added = { ...names, ...given, circuits: null }
      const both = [
        addUser(audited(db), session, { ...added, role: 'admin' }),
        setPassword(audited(db), session, user.id, { password: 'a new one', mustChange: true, ip }),
      ]
      const refused = both.map((each) => expect(each).rejects.toMatchObject({ status }))
      await change(db)
      resolve()
      await Promise.all(refused)
      expect(await namesOf(db)).not.toContain('nina')
      expect((await listUsers(db)).map(({ password }) => password)).toContain('first')
    },
  )

  it('says what users cannot do to themselves', async () => {
    const db = await freshDatabase()
    const admin = await activeAdmin(db)
    const edit = (changes: Parameters<typeof editUser>[3]) =>
      editUser(audited(db), admin, admin.id, changes)
    await expect(edit({ isActive: false })).rejects.toThrow(
      'You cannot deactivate your own account.',
    )
    await expect(edit({ role: 'user' })).rejects.toThrow('You cannot give up your own admin role.')
    await expect(deleteUser(audited(db), admin, admin.id)).rejects.toThrow(
      'You cannot delete your own account.',
    )
    expect(await edit({ lastName: 'Else' })).toMatchObject({ lastName: 'Else', role: 'admin' })
  })

  it('deletes, demotes and deactivates others, including administrators', async () => {
    const db = await freshDatabase()
    const admin = await activeAdmin(db, { username: 'ada' })
    const others = [
      await activeAdmin(db, { username: 'bea' }),
      await activeAdmin(db, { username: 'cia' }),
      await inactiveUser(db, { username: 'ina', role: 'admin' }),
    ] as const
    expect(await editUser(audited(db), admin, others[0].id, { role: 'user' })).toMatchObject({
      role: 'user',
    })
    expect(await editUser(audited(db), admin, others[1].id, { isActive: false })).toMatchObject({
      isActive: 0,
    })
    for (const { id } of others) await deleteUser(audited(db), admin, id)
    expect(await namesOf(db)).toEqual(['ada'])
    await expect(deleteUser(audited(db), admin, others[0].id)).rejects.toMatchObject({
      status: 404,
    })
    await expect(editUser(audited(db), admin, others[0].id, {})).rejects.toMatchObject({
      status: 404,
    })
  })

  it('removing access ends the sessions of that user, and no others', async () => {
    const db = await freshDatabase()
    const admin = await activeAdmin(db)
    const uma = await activeUser(db)
    const otto = await activeUser(db)
    await openSession(db, uma, 60_000)
    const remaining = await openSession(db, otto, 60_000)
    const sessions = () => db.selectFrom('sessions').select('id').execute()
    await editUser(audited(db), admin, uma.id, { lastName: 'Else', isActive: true })
    expect(await sessions()).toHaveLength(2)
    await editUser(audited(db), admin, uma.id, { isActive: false })
    expect((await sessions()).map(({ id }) => id)).toEqual([remaining.id])
  })

  it.each([
    ['signs out', 'user.sign-out', signOutUser, {}],
    ['takes the second steps of', 'user.factors.reset', resetFactors, { factors: 0 }],
  ] as const)(
    'who %s a user ends the sessions, as the audit log records',
    async (...[, action, end, more]) => {
      const db = await freshDatabase()
      const admin = await activeAdmin(db)
      const uma = await activeUser(db, { username: 'uma' })
      await openSession(db, uma, 60_000)
      await openSession(db, uma, 60_000)
      expect(await end(audited(db), admin, uma.id)).toMatchObject({ id: uma.id })
      expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
      const [entry] = await readEntries(db)
      expect({ ...entry, details: JSON.parse(entry?.details ?? '') }).toMatchObject({
        action,
        subject: `user:${uma.id}`,
        details: { username: 'uma', sessions: 2, ...more },
      })
      await expect(end(audited(db), admin, admin.id)).rejects.toMatchObject({ status: 400 })
    },
  )

  it('sets the password of that user alone', async () => {
    const db = await freshDatabase()
    const admin = await activeAdmin(db, { password: 'first' })
    const user = await activeUser(db, { password: 'second', updatedAt: longAgo })
    const session = await openSession(db, admin, 60_000)
    const given = { password: 'a new one', mustChange: true, ip: '10.0.0.1' }
    await setPassword(audited(db), session, user.id, given)
    const [entry] = await readEntries(db)
    expect({ ...entry, details: JSON.parse(entry?.details ?? '') }).toMatchObject({
      action: 'user.password.reset',
      subject: `user:${user.id}`,
      details: { username: user.username, mustChangePassword: true },
    })
    const [first, second] = await listUsers(db)
    const [ofAdmin, ofUser] = first?.id === admin.id ? [first, second] : [second, first]
    expect([ofAdmin?.mustChangePassword, ofUser?.mustChangePassword]).toEqual([0, 1])
    expect(ofAdmin?.password).toBe('first')
    expect(ofUser?.password).toMatch(/^\$argon2id\$/)
    expect(ofUser?.updatedAt).not.toBe(longAgo)
    const nobody = setPassword(audited(db), session, 'nobody', given)
    await expect(nobody).rejects.toMatchObject({ status: 404, message: 'User not found' })
  })
})

describe('rows of users', () => {
  it('are answered without secrets', async () => {
    const db = await freshDatabase()
    const ann = await activeUser(db, { username: 'Ann' })
    expect(toUser(ann)).toEqual({
      id: ann.id,
      username: 'Ann',
      firstName: 'Uma',
      lastName: 'User',
      role: 'user',
      isActive: true,
      mustChangePassword: false,
      isInvited: false,
      circuits: null,
      lastSignInAt: null,
      createdAt: ann.createdAt,
      updatedAt: ann.updatedAt,
    })
  })

  it('say that a user is invited until there is a password or a sign-in', async () => {
    const db = await freshDatabase()
    const invited = await activeUser(db, { password: noPassword })
    expect(toUser(invited).isInvited).toBe(true)
    expect(toUser({ ...invited, lastSignInAt: longAgo }).isInvited).toBe(false)
    expect(toUser({ ...invited, password: 'first' }).isInvited).toBe(false)
  })

  it('change only where asked to, with the time of the change', async () => {
    const db = await freshDatabase()
    const uma = await activeUser(db, { username: 'uma', updatedAt: longAgo })
    const otto = await activeUser(db, { username: 'otto', firstName: 'Otto', updatedAt: longAgo })
    const changed = await changeUser(db, uma.id, { username: 'Ute', isActive: false })
    expect(changed).toEqual({
      ...uma,
      username: 'Ute',
      usernameKey: 'ute',
      isActive: 0,
      updatedAt: expect.not.stringContaining(longAgo),
    })
    expect(await changeUser(db, 'nobody', { lastName: 'Else' })).toBeUndefined()
    await replacePassword(db, uma.id, { hash: 'another', mustChange: true })
    expect((await listUsers(db)).find(({ id }) => id === otto.id)).toEqual(otto)
  })
})
