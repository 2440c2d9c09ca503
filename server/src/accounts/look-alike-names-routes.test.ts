import { unusualUsername } from '@dashboard/contract/audit-actions'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { activeAdmin, activeUser } from '../../test/users.ts'

const names = { firstName: 'Nina', lastName: 'New', password: 'x' }

async function startWithAdmin() {
  const app = await startTestApp()
  const first = await activeAdmin(app.db, {
    username: 'admin',
    firstName: 'First',
    lastName: 'Administrator',
  })
  const admin = await app.as(first)
  const add = (user: object) =>
    admin.inject({ method: 'POST', url: '/api/users', payload: { ...names, ...user } })
  return { ...app, admin, first, add }
}

describe('a username with characters outside ASCII', () => {
  test.each(['\u0430dmin', 'adm\u0456n', '\u03b1dmin', 'a\u1e0bmin', 'adm\u200bin\u0301'])(
    '%j is refused beside admin',
    async (username) => {
      const { add, db } = await startWithAdmin()
      const response = await add({ username })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(410)
      const users = await db.selectFrom('users').select('username').execute()
      expect(users).toEqual([{ username: 'admin' }])
    },
  )

  test('is available when it looks like nobody else’s, and plain ones always are', async () => {
    const { add, admin } = await startWithAdmin()
    const added = await add({ username: 'зоя' })
    expect(added.statusCode).toBe(201)
    expect((await add({ username: 'adrnin' })).statusCode).toBe(201)
    const { id } = added.json().user
    const change = (payload: object) =>
      admin.inject({ method: 'PUT', url: `/api/users/${id}`, payload })
    expect((await change({ username: 'ЗОЯ', lastName: 'Other' })).statusCode).toBe(200)
    expect((await change({ username: 'з\u043e\u0301я' })).statusCode).toBe(200)
    const refused = await change({ username: '\u0430dmin' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(
      'This username looks like that of another user. Choose another one.',
    )
  })

  test.each([
    ['\u0430dmin@example.org', 'admin@example.org'],
    ['admin@example.org', '\u0430dmin@example.org'],
    ['\u0430dm\u0456n2', 'admin2'],
    // Capitals that look like others, while their small letters do not.
    ['bob', '\u0412ob'],
    ['\u041ate', 'Kte'],
    ['Henry', '\u0397enry'],
    ['\u0396oe', 'zoe'],
    ['ann lee', 'ann\u00a0 lee'],
  ])('%j is kept, and %j is refused after it', async (first, second) => {
    const { add } = await startWithAdmin()
    expect((await add({ username: first })).statusCode).toBe(201)
    expect((await add({ username: second })).statusCode).toBe(409)
  })

  test('is taken when only its width differs', async () => {
    const { add } = await startWithAdmin()
    const response = await add({ username: '\uff41dmin' })
    expect(response.json().message).toBe('Username is already taken')
  })

  test('is refused for one’s own account, too', async () => {
    const { as, db } = await startWithAdmin()
    const user = await as(await activeUser(db, { username: 'uma' }))
    const payload = { firstName: 'Uma', lastName: 'User', username: '\u0430dmin' }
    const response = await user.inject({ method: 'PUT', url: '/api/auth/profile', payload })
    expect(response.statusCode).toBe(409)
  })
})

describe('a full name that is somebody else’s', () => {
  test('is shown with the username beside what that person starts, until nobody else has it', async () => {
    const { add, admin, as, db } = await startWithAdmin()
    const added = await add({ username: 'eve', firstName: 'First', lastName: 'Admin\u0456strator' })
    const { id } = added.json().user
    const eve = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const user = await as(eve)
    const start = async (caller: typeof user) => {
      const response = await caller.inject({ method: 'POST', url: '/api/workflows/locust-export' })
      const { jobId } = response.json()
      await caller.inject({ method: 'POST', url: `/api/jobs/${jobId}/cancel` })
      const found = await caller.inject({ url: `/api/jobs/${jobId}` })
      const { createdBy, cancelledBy } = found.json().job
      return [createdBy, cancelledBy]
    }
    const hers = 'First Admin\u0456strator (eve)'
    expect(await start(user)).toEqual([hers, hers])
    const his = 'First Administrator (admin)'
    expect(await start(admin)).toEqual([his, his])
    await admin.inject({ method: 'DELETE', url: `/api/users/${id}` })
    expect(await start(admin)).toEqual(['First Administrator', 'First Administrator'])
  })
})

test('the audit log shows the role, and marks a username of unusual letters', async () => {
  const { add, admin, as, db, first } = await startWithAdmin()
  const { id } = (await add({ username: 'зоя' })).json().user
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const zoya = await as(row)
  await zoya.inject({ method: 'POST', url: '/api/workflows/locust-export' })
  const { entries } = (await admin.inject({ url: '/api/audit' })).json()
  const entryBy = (actorId: string) =>
    entries.find((entry: { actorId: string }) => entry.actorId === actorId)
  expect(entryBy(first.id)).toMatchObject({
    actorRole: 'admin',
    isUnusualActor: false,
    subjectName: 'Nina New (зоя)',
  })
  expect(entryBy(id)).toMatchObject({
    actor: 'Nina New (зоя)',
    actorRole: 'user',
    isUnusualActor: true,
  })
  const csv = (await admin.inject({ url: '/api/audit.csv' })).body
  expect(csv.split('\n').find((line) => line.includes('зоя'))).toContain(unusualUsername)
})
