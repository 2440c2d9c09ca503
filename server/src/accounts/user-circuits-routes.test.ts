import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { logIn } from '../../test/login.ts'
import { activeAdmin, activeUser } from '../../test/users.ts'

const nina = { username: 'nina', firstName: 'Nina', lastName: 'New', password: 'open sesame' }

async function startWithCircuits() {
  const app = await startTestApp()
  for (const name of ['NY-1', 'NY-2']) {
    await app.db.insertInto('circuits').values({ id: name, name }).execute()
  }
  const ada = await app.as('admin')
  const call = (method: 'POST' | 'PUT', path: string, payload: object) =>
    ada.inject({ method, url: `/api/users${path}`, payload })
  return { ...app, ada, call }
}

test('the limit of a user is in the list, in the token and in the audit log', async () => {
  const app = await startWithCircuits()
  const circuits = ['NY-2', 'NY-1']
  const created = await app.call('POST', '', { ...nina, circuits: ['NY-2', 'NY-1', 'NY-2'] })
  expect(created.json().user).toMatchObject({ username: 'nina', circuits })
  const { users } = (await app.ada.inject({ url: '/api/users?q=nina' })).json()
  expect(users).toMatchObject([{ circuits }])
  const { token } = (await logIn(app, 'nina', 'open sesame')).json()
  const payload = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
  expect(payload.circuits).toEqual(circuits)
  const { id } = created.json().user
  const changed = await app.call('PUT', `/${id}`, { circuits: null })
  expect(changed.json().user.circuits).toBeNull()
  const entries = await app.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject', '=', `user:${id}`)
    .orderBy('sequence')
    .execute()
  expect(entries.map(({ action, details }) => [action, JSON.parse(details)])).toMatchObject([
    ['user.create', { circuits }],
    ['user.update', { fields: ['circuits'], circuits: { from: circuits, to: null } }],
  ])
})

test.each([
  [[], 'Choose at least one circuit'],
  [['NY-3'], 'Unknown circuit: "NY-3". Reload the page to choose from the current list.'],
  [
    Array.from({ length: 101 }, (_, at) => `NY-${at}`),
    'Choose at most 100 circuits, or all of them',
  ],
  [['N'.repeat(4_001)], 'The names of the circuits are too long together: choose fewer'],
])('the circuits %j are refused', async (circuits, message) => {
  const { call } = await startWithCircuits()
  const answer = await call('POST', '', { ...nina, circuits })
  expect([answer.statusCode, answer.json().message]).toEqual([400, message])
})

test('circuits that no longer exist may stay, and no other unknown circuit can be added', async () => {
  const { call, db } = await startWithCircuits()
  const { id } = await activeUser(db, { circuits: '["NY-9"]' })
  const answer = await call('PUT', `/${id}`, { circuits: ['NY-9', 'NY-1'] })
  expect(answer.json().user.circuits).toEqual(['NY-9', 'NY-1'])
  expect((await call('PUT', `/${id}`, { circuits: ['NY-8'] })).statusCode).toBe(400)
})

test('an administrator is never limited, and a new administrator sees all', async () => {
  const { call, db } = await startWithCircuits()
  const admin = await activeAdmin(db)
  for (const refused of [
    await call('PUT', `/${admin.id}`, { circuits: ['NY-1'] }),
    await call('POST', '', { ...nina, role: 'admin', circuits: ['NY-1'] }),
  ]) {
    expect(refused.statusCode).toBe(400)
    expect(refused.json().issues).toMatchObject([{ path: 'circuits' }])
  }
  const { id } = await activeUser(db, { circuits: '["NY-1"]' })
  const promoted = await call('PUT', `/${id}`, { role: 'admin' })
  expect(promoted.json().user).toMatchObject({ role: 'admin', circuits: null })
})

test('somebody made an administrator and then a user again is limited as before, unless the call says otherwise', async () => {
  const { call, db } = await startWithCircuits()
  const { id } = await activeUser(db, { circuits: '["NY-1"]' })
  const change = async (payload: object) => (await call('PUT', `/${id}`, payload)).json().user
  expect(await change({ role: 'admin', circuits: null })).toMatchObject({ circuits: null })
  expect(await change({ role: 'user' })).toMatchObject({ role: 'user', circuits: ['NY-1'] })
  await change({ role: 'admin' })
  expect(await change({ role: 'user', circuits: null })).toMatchObject({ circuits: null })
})
