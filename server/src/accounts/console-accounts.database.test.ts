import { CreateUserInput } from '@dashboard/contract/account-inputs'
import { readEntries } from '@dashboard/store/test/audit-log'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import { activeAdmin, activeUser } from '../../test/users.ts'
import { addUserByConsole, deactivateByConsole, listAllUsers } from './console-accounts.ts'
import { verifyPassword } from './passwords.ts'
import { openSession } from './sessions/sessions.ts'

const mia = { username: 'mia', firstName: 'Mia', lastName: 'Ortega', password: 'a fine day' }

test('adds a user with the given values, and enters it in the audit log', async () => {
  const db = await freshDatabase()
  const input = CreateUserInput.parse({ ...mia, role: 'admin', mustChangePassword: true })
  const added = await addUserByConsole(db, input)
  expect(added).toMatchObject({
    username: 'mia',
    role: 'admin',
    isActive: 1,
    mustChangePassword: 1,
  })
  expect(await verifyPassword('a fine day', added.password)).toBe(true)
  expect(await readEntries(db)).toMatchObject([
    { actor: 'Console', action: 'user.create', subject: `user:${added.id}` },
  ])
  const notices = await db.selectFrom('notices').selectAll().execute()
  expect(notices).toHaveLength(1)
})

test.each([
  ['MIA', {}, 'Username is already taken'],
  ['m\u0456a', {}, 'This username looks like that of another user. Choose another one.'],
  ['noa', { circuits: ['Nowhere'] }, /circuit/],
  ['noa', { role: 'admin', circuits: ['Nowhere'] }, 'An administrator looks after all circuits'],
])('refuses %s %j', async (username, more, message) => {
  const db = await freshDatabase()
  await addUserByConsole(db, CreateUserInput.parse(mia))
  const input = CreateUserInput.parse({ ...mia, username, ...more })
  await expect(addUserByConsole(db, input)).rejects.toThrow(message)
  expect(await listAllUsers(db)).toHaveLength(1)
  expect(await readEntries(db)).toHaveLength(1)
})

test('lists users by username', async () => {
  const db = await freshDatabase()
  await activeUser(db, { username: 'Zoe' })
  await activeAdmin(db, { username: 'ada' })
  expect((await listAllUsers(db)).map(({ username }) => username)).toEqual(['ada', 'Zoe'])
})

test('deactivates a user, whose sessions end, but not the last active administrator', async () => {
  const db = await freshDatabase()
  const ada = await activeAdmin(db, { username: 'ada' })
  const uma = await activeAdmin(db, { username: 'Uma' })
  await openSession(db, uma, 60_000)
  expect(await deactivateByConsole(db, ' uMA ')).toMatchObject({ username: 'Uma', isActive: 0 })
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await readEntries(db)).toMatchObject([
    { actor: 'Console', action: 'user.update', subject: `user:${uma.id}` },
  ])
  const refused: [string, RegExp][] = [
    ['uma', /inactive already/],
    ['ada', /last active administrator/],
    ['nobody', /^User not found/],
  ]
  for (const [username, message] of refused) {
    await expect(deactivateByConsole(db, username)).rejects.toThrow(message)
  }
  const { isActive } = await db
    .selectFrom('users')
    .select('isActive')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(isActive).toBe(1)
})
