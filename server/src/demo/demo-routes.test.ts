import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { installation } from '@dashboard/contract/installation'
import type { Db } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import { freshDatabase } from '@dashboard/store/test/database'
import { installedWith } from '@dashboard/store/test/zones'
import { expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { logIn } from '../../test/login.ts'
import { insertPeople } from '../../test/people.ts'
import { storedReport } from '../../test/reports.ts'
import { activeAdmin } from '../../test/users.ts'
import { copiedTables } from '../backup/copied-tables.ts'
import { demoCalls } from './demo-guard.ts'
import { createDemoLoop, refuseDemoData, resetDemo } from './reset-demo.ts'

const refusal = 'This cannot be changed in the demo, which everybody shares.'
const calls = allEndpoints.filter(({ method }) => method !== 'GET')

async function startDemo() {
  installedWith({ isDemo: true })
  const db = await freshDatabase()
  await resetDemo(db)
  const server = await startTestApp({ db, settings: { installation: { ...installation } } })
  const token: string = (await logIn(server, 'demo', 'demo')).json().token
  const headers = { authorization: `Bearer ${token}` }
  return { ...server, headers }
}

/**
 * Returns the number of rows of each table that has any, without the tables that a reset keeps for the servers and the
 * audit log.
 */
async function countRows(db: Db) {
  const rows: Partial<Record<keyof Database, number>> = {}
  for (const { name } of copiedTables) {
    if (/^(audit_|data_versions|leader_leases)/.test(name)) continue
    const count = (await db.selectFrom(name).selectAll().execute()).length
    if (count > 0) rows[name] = count
  }
  return rows
}

it('decides for each call that changes something whether visitors may make it', () => {
  expect(Object.keys(demoCalls).sort()).toEqual(calls.map(({ name }) => name).sort())
})

it('refuses what is closed in one sentence, to those who are signed in', async () => {
  const { app, headers } = await startDemo()
  const ask = ({ method, path }: (typeof calls)[number], signedIn = true) =>
    app.inject({
      method,
      url: path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
      // The input is wrong for each endpoint, so that calls which are open start nothing.
      payload: [],
      ...(signedIn && { headers }),
    })
  for (const endpoint of calls) {
    if (endpoint.name === 'logout') continue
    const { statusCode, body } = await ask(endpoint)
    const isRefused = statusCode === 409 && JSON.parse(body).message === refusal
    expect([endpoint.name, isRefused]).toEqual([
      endpoint.name,
      demoCalls[endpoint.name] === 'closed',
    ])
    if (endpoint.access === 'public') continue
    expect([endpoint.name, (await ask(endpoint, false)).statusCode]).toEqual([endpoint.name, 401])
  }
})

it('lets visitors start reports, and keeps their addresses from one another', async () => {
  const { app, db, headers } = await startDemo()
  await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
  const url = '/api/workflows/circuit-report'
  const started = await app.inject({
    method: 'POST',
    url,
    headers,
    payload: { circuits: ['NY-1'] },
  })
  expect(started.statusCode).toBe(202)
  const { entries } = (await app.inject({ url: '/api/audit', headers })).json()
  expect(entries.map(({ action }: { action: string }) => action)).toContain('job.start')
  expect(new Set(entries.map(({ address }: { address: unknown }) => address))).toEqual(
    new Set([null]),
  )
})

it('is put back as a start makes it', async () => {
  const { app, db, files, headers, inject } = await startDemo()
  const fresh = { users: 1, jobs: 3, job_circuits: 3, preferences: 1 }
  await insertPeople(db, [
    { name: ['Ann', 'Lee'], slots: ['Saturday:Morning'], locations: ['Pier'] },
  ])
  await storedReport({ db, files })
  await activeAdmin(db, { username: 'somebody' })
  const listed = await app.inject({ url: '/api/jobs', headers })
  await resetDemo(db)
  expect(await countRows(db)).toEqual(fresh)
  expect((await app.inject({ url: '/api/jobs', headers })).statusCode).toBe(401)
  const token: string = (await logIn({ inject }, 'demo', 'demo')).json().token
  const again = await app.inject({
    url: '/api/jobs',
    headers: { authorization: `Bearer ${token}`, 'if-none-match': String(listed.headers.etag) },
  })
  expect(again.statusCode).toBe(200)
  expect(again.json().jobs).toHaveLength(3)
  expect(again.json().jobs).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'circuit-report', status: 'queued' })]),
  )
})

it('is put back at 3:00 in the zone of the installation, once a night', async () => {
  const db = await freshDatabase()
  await resetDemo(db)
  let now = Date.parse('2026-11-20T07:59:00.000Z')
  const told: string[] = []
  const log = { info: (message: string) => told.push(message), warn() {} }
  const loop = createDemoLoop({ db, log, now: () => now })
  await loop.now()
  expect(told).toEqual([])
  now += 60_000
  await loop.now()
  await loop.now()
  expect(told).toEqual(['The demo was put back'])
  now += 24 * 60 * 60_000
  await loop.now()
  expect(told).toHaveLength(2)
  await loop.close()
})

it('empties no database that is in use, and a real installation takes none of a demo', async () => {
  const db = await freshDatabase()
  await refuseDemoData(db)
  await activeAdmin(db, { username: 'demo' })
  await expect(resetDemo(db)).rejects.toThrow('DEMO is 1, but this database is in use and no demo.')
  expect(await countRows(db)).toEqual({ users: 1 })
  await db.deleteFrom('users').execute()
  await resetDemo(db)
  await expect(refuseDemoData(db)).rejects.toThrow('This database is of a demo')
})
