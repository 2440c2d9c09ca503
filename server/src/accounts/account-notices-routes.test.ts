import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { activeAdmin, activeUser } from '../../test/users.ts'

async function start() {
  const app = await startTestApp()
  const acting = await app.as('admin')
  const other = await app.as('admin')
  const user = await app.as('user')
  /** Returns the notices of each administrator, newest first. */
  const notified = () =>
    Promise.all(
      [acting, other, user].map(async ({ inject }) => {
        const { notices } = (await inject({ url: '/api/notices' })).json()
        return notices.map(({ kind, title }: { kind: string; title: string }) => [kind, title])
      }),
    )
  return { ...app, acting, notified }
}

const input = {
  username: 'new',
  firstName: 'Nia',
  lastName: 'New',
  password: 'a password of hers',
}
const made = ['administrator-made', 'There is a new administrator']

test('all administrators are notified of a new one, by role, by creation and by activation', async () => {
  const { db, acting, notified } = await start()
  const { inject } = acting
  const change = (id: string, payload: object) =>
    inject({ method: 'PUT', url: `/api/users/${id}`, payload })
  const created = await inject({
    method: 'POST',
    url: '/api/users',
    payload: { ...input, role: 'admin', isActive: true },
  })
  expect(created.statusCode).toBe(201)
  expect(await notified()).toEqual([[made], [made], []])
  const { id } = await activeUser(db)
  await change(id, { firstName: 'Mo' })
  await change(id, { role: 'admin' })
  await change(id, { lastName: 'Admin' })
  expect(await notified()).toEqual([[made, made], [made, made], []])
  const { id: former } = await activeAdmin(db, { isActive: 0 })
  await change(former, { isActive: true })
  await change(former, { role: 'user' })
  expect((await notified())[1]).toEqual([made, made, made])
})

test('a new user causes no notice', async () => {
  const { acting, notified } = await start()
  const payload = { ...input, role: 'user', isActive: true }
  await acting.inject({ method: 'POST', url: '/api/users', payload })
  expect(await notified()).toEqual([[], [], []])
})

test('all administrators are notified when somebody’s password is set by another, or a link is made', async () => {
  const { db, acting, notified } = await start()
  const { inject, user: own } = acting
  const { id } = await activeUser(db)
  const set = (whose: string) =>
    inject({
      method: 'PUT',
      url: `/api/users/${whose}/password`,
      payload: { newPassword: 'a password of mine' },
    })
  expect((await set(own.id)).statusCode).toBe(200)
  expect(await notified()).toEqual([[], [], []])
  expect((await set(id)).statusCode).toBe(200)
  const byPassword = ['password-set', 'A password was set by an administrator']
  expect(await notified()).toEqual([[byPassword], [byPassword], []])
  const link = await inject({ method: 'POST', url: `/api/users/${id}/link`, payload: {} })
  expect(link.statusCode, link.body).toBe(201)
  expect((await notified())[1]).toEqual([
    ['password-set', 'A link to set a password was made'],
    byPassword,
  ])
})
