import { readEntries } from '@dashboard/store/test/audit-log'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import { inactiveUser } from '../../test/users.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { verifyPassword } from './passwords.ts'

test('is created once, even by several servers that start at once', async () => {
  const db = await freshDatabase()
  const made = await Promise.all(
    ['admin', 'Admin', 'root'].map((username) =>
      createFirstAdministrator(db, { username, password: undefined }),
    ),
  )
  const [administrator, ...more] = made.filter((answer) => answer !== undefined)
  expect(more).toEqual([])
  const users = await db.selectFrom('users').selectAll().execute()
  expect(users).toHaveLength(1)
  expect(users[0]).toMatchObject({
    username: administrator?.username,
    role: 'admin',
    isActive: 1,
    mustChangePassword: 1,
  })
  const password = administrator?.generatedPassword ?? ''
  expect(await verifyPassword(password, users[0]?.password)).toBe(true)
})

test('has the password of ADMIN_PASSWORD, which is not printed', async () => {
  const db = await freshDatabase()
  const made = await createFirstAdministrator(db, { username: 'ada', password: 'from outside' })
  expect(made).toEqual({
    username: 'ada',
    generatedPassword: undefined,
    hasCommonPassword: false,
  })
  const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(await verifyPassword('from outside', row.password)).toBe(true)
  expect(row.mustChangePassword).toBe(0)
  expect(await readEntries(db)).toMatchObject([
    {
      action: 'user.create',
      actor: 'Server',
      subject: `user:${row.id}`,
      details: JSON.stringify({ username: 'ada', role: 'admin' }),
    },
  ])
})

test('may have one of the most used passwords, and says so', async () => {
  const admin = { username: 'ada', password: 'Letmein' }
  const made = await createFirstAdministrator(await freshDatabase(), admin)
  expect(made).toMatchObject({ hasCommonPassword: true })
})

test('is not created where there is any user', async () => {
  const db = await freshDatabase()
  await inactiveUser(db)
  expect(await createFirstAdministrator(db, { username: 'ada', password: 'x' })).toBeUndefined()
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
})
