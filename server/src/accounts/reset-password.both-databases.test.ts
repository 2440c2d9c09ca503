import { readEntries } from '@dashboard/store/test/audit-log'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import { inactiveUser } from '../../test/users.ts'
import { settleAttempt } from './login-throttle.ts'
import { verifyPassword } from './passwords.ts'
import { resetPassword } from './reset-password.ts'
import { openSession } from './sessions/sessions.ts'

test('gives a new password, activates the account, and ends sessions and throttling', async () => {
  const db = await freshDatabase()
  const user = await inactiveUser(db, { username: 'Ina', role: 'admin' })
  await openSession(db, user, 60_000)
  await settleAttempt(db, { username: 'ina', userId: user.id, ip: '10.0.0.1' }, false)
  expect(await resetPassword(db, ' iNA ', 'a new one')).toEqual({
    username: 'Ina',
    role: 'admin',
    wasInactive: true,
  })
  const changed = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect([changed.isActive, changed.mustChangePassword]).toEqual([1, 0])
  expect(await verifyPassword('a new one', changed.password)).toBe(true)
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('login_failures').selectAll().execute()).toEqual([])
  const [entry] = await readEntries(db)
  expect(JSON.parse(entry?.details ?? '')).toMatchObject({ username: 'Ina', activated: true })
})

test('asks for a new password after a generated one', async () => {
  const db = await freshDatabase()
  await inactiveUser(db, { username: 'Ina' })
  await resetPassword(db, 'ina', 'a generated one', { mustChange: true })
  const changed = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(changed.mustChangePassword).toBe(1)
})

test('says so when there is no such user', async () => {
  const db = await freshDatabase()
  expect(await resetPassword(db, 'nobody', 'a new one')).toBeUndefined()
})
