import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { type AuditAction, auditActionNames } from '@dashboard/contract/audit-actions'
import { type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { readEntries } from '@dashboard/store/test/audit-log'
import { withoutTable } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import { createFirstAdministrator } from '../src/accounts/first-administrator.ts'
import { resetPassword } from '../src/accounts/reset-password.ts'
import { startTestApp } from './app.ts'
import { auditScenarios } from './audited-endpoints.ts'
import { startAuditedServer } from './audited-server.ts'
import { hashOfRightPassword, logIn } from './login.ts'
import { activeUser, inactiveUser } from './users.ts'

const audited = allEndpoints.filter((endpoint) => auditedActions(endpoint).length > 0)

function auditedActions({ audit = [] }: Endpoint): AuditAction[] {
  return [audit].flat().filter((action) => action !== 'none')
}

/** The server itself or programs add these actions; they have tests of their own. */
const ownActions = ['audit.prune', 'data.restore', 'sign-in-link.create', 'token.expire']

test('every call that changes something or answers a file declares its entry in the audit log', () => {
  const silent = allEndpoints.filter(
    ({ method, answer, audit }) => (method !== 'GET' || isBinary(answer)) && audit === undefined,
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('every action is recorded by a call or by the server itself', () => {
  const entered = new Set([...ownActions, ...allEndpoints.flatMap(auditedActions)])
  expect([...entered].sort()).toEqual([...auditActionNames].sort())
})

test('every call with an entry has a scenario', () => {
  expect(Object.keys(auditScenarios).sort()).toEqual(audited.map(({ name }) => name).sort())
})

test.each(audited.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s records what it did, by whom, from where, and nothing else',
  async (name, endpoint) => {
    const setup = await startAuditedServer()
    const expected = await auditScenarios[name]?.(setup)
    const entries = await readEntries(setup.db)
    const found = entries.map(({ action, subject, actor, address, details }) => ({
      action,
      subject,
      actor,
      address,
      details: sortLists(JSON.parse(details)),
    }))
    expect(found).toEqual(
      expected?.map(({ details = {}, actor = setup.adaName, ...entry }) => ({
        ...entry,
        actor,
        address: '10.9.8.7',
        details: sortLists(details),
      })),
    )
    expect(new Set(found.map(({ action }) => action))).toEqual(new Set(auditedActions(endpoint)))
  },
)

/** Reports are deleted in no fixed order. */
function sortLists(details: { ids?: string[]; files?: string[] }) {
  const { ids, files } = details
  return {
    ...details,
    ...(files && { files: files.toSorted() }),
    ...(ids && { ids: ids.toSorted() }),
  }
}

test('a refused call records nothing', async () => {
  const { db, as } = await startTestApp()
  const { inject } = await as('user')
  const statuses = []
  for (const { method, path, query, body, name } of audited) {
    if (name === 'login' || name === 'logout') continue
    const ids = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const url = query ? `${ids}?q=${'x'.repeat(3_000)}` : ids
    const response = await inject({ method, url, ...(body && { payload: [1] }) })
    statuses.push(response.statusCode)
  }
  // Deleting all of no reports is not refused, but changes nothing either.
  expect(new Set(statuses)).toEqual(new Set([200, 400, 403, 404]))
  expect(await readEntries(db)).toEqual([])
})

test('failed sign-ins are recorded with their reason, except throttled ones', async () => {
  const app = await startTestApp()
  const { db } = app
  const password = hashOfRightPassword
  const uma = await activeUser(db, { username: 'uma', password })
  const ina = await inactiveUser(db, { username: 'ina', password })
  await logIn(app, 'x'.repeat(90), 'wrong')
  await logIn(app, 'ina', 'right password')
  for (let tries = 0; tries < 8; tries += 1) await logIn(app, 'UMA', 'wrong', '10.0.0.2')
  await logIn(app, 'uma', 'wrong', '10.0.0.3')
  const entries = await readEntries(db)
  const wrong = 'wrong username or password'
  const ofUma = `user:${uma.id}`
  const expected = [
    [`${'x'.repeat(60)}…`, null, '10.0.0.1', wrong],
    ['ina', `user:${ina.id}`, '10.0.0.1', 'inactive account'],
    ...Array.from({ length: 5 }, () => ['UMA', ofUma, '10.0.0.2', wrong]),
    ['uma', ofUma, '10.0.0.3', wrong],
  ]
  expect(
    entries.map(({ actor, subject, address, details }) => [
      actor,
      subject,
      address,
      JSON.parse(details).reason,
    ]),
  ).toEqual(expected)
  expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['session.failed']))
  expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([null]))
})

test('the address is the one that a trusted proxy gives', async () => {
  const app = await startTestApp({ settings: { trustProxy: 1 } })
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' },
    payload: { username: 'uma', password: 'wrong' },
  })
  expect((await readEntries(app.db)).map(({ address }) => address)).toEqual(['203.0.113.9'])
})

test('actions on the server itself are recorded, too', async () => {
  const { db } = await startTestApp()
  await createFirstAdministrator(db, { username: 'admin', password: 'a secret' })
  await resetPassword(db, 'admin', 'another secret')
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const entries = await readEntries(db)
  expect(entries).toMatchObject([
    { actor: 'Server', action: 'user.create', subject: `user:${id}`, address: null },
    { actor: 'Console', action: 'user.password.reset', subject: `user:${id}`, address: null },
  ])
})

test('a change whose entry cannot be made does not happen', async () => {
  const { db, as } = await startTestApp()
  const ada = await as('admin')
  const { id } = await activeUser(db, { username: 'uma' })
  const response = await withoutTable(db, 'audit_log', () =>
    ada.inject({ method: 'DELETE', url: `/api/users/${id}` }),
  )
  expect(response.statusCode).toBe(500)
  expect(await db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([{ id }])
})
