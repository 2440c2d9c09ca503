import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readKnownValues, userIdOf } from '@dashboard/doubles/clients/known-values'
import { runCampaign } from '@dashboard/doubles/clients/request-campaign'
import type { Db } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, test } from 'vitest'
import { startTestApp } from './app.ts'
import { hashOfRightPassword, logIn } from './login.ts'
import { storedReport } from './reports.ts'
import { activeAdmin, activeUser } from './users.ts'

/** Two seeds on two databases make 600 in all; `npm run torture` sends 20,000. */
const requestsPerSeed = 150
const at = '2026-11-20T12:00:00.000Z'

async function builtWebApp() {
  const webFolder = await temporaryFolder()
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><p>page</p>')
  return webFolder
}

async function insertCircuit(db: Db, name: string) {
  await db.insertInto('circuits').values({ id: name, name, congregations: 1 }).execute()
  const congregation = { id: `c-${name}`, name: 'Central', circuitId: name, createdAt: at }
  await db.insertInto('congregations').values(congregation).execute()
}

/** Starts a server on a port, with at least one of everything that a request may name. */
async function startServer() {
  const lines: string[] = []
  const app = await startTestApp({
    webFolder: await builtWebApp(),
    settings: { trustProxy: 1, logLevel: 'error' },
    log: { write: (line: string) => lines.push(line) },
  })
  const { db, as } = app
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const keeper = await as(await activeAdmin(db, { password: hashOfRightPassword }))
  const kept = new Set([keeper.user.id])
  for (const name of ['NY-1', 'NJ 07, "East"']) await insertCircuit(db, name)
  return {
    ...app,
    url,
    keeper,
    errors: lines,
    async signIn(role: 'user' | 'admin') {
      const make = role === 'admin' ? activeAdmin : activeUser
      const { token } = await as(await make(db, { password: hashOfRightPassword }))
      kept.add(userIdOf(token))
      return token
    },
    async readKnown() {
      const missing = 3 - (await db.selectFrom('reports').select('id').execute()).length
      for (let made = 0; made < missing; made += 1) await storedReport(app)
      await activeUser(db)
      return {
        ...(await readKnownValues(url, keeper.token, (id) => kept.has(id))),
        'login.username': [keeper.user.username],
        'login.password': ['right password'],
        currentPassword: ['right password'],
        'changePassword.newPassword': ['right password'],
        confirmPassword: ['right password'],
      }
    },
  }
}

test.each([
  ['a fixed seed', 20_261_121],
  ['a seed of the day', randomInt(2 ** 31)],
])(
  'no generated request of %s gets an answer that is not declared: %i',
  async (_, seed) => {
    const { url, keeper, errors, signIn, readKnown, inject, app } = await startServer()
    const description = (await app.inject({ url: '/api/openapi.json' })).json()
    const { sent, faults } = await runCampaign({
      url,
      description,
      count: requestsPerSeed,
      seed,
      signIn,
      readKnown,
      slowCalls: { importSheet: 10_000, getPreflight: 10_000 },
    })
    expect(faults, `seed ${seed}`).toEqual([])
    expect(errors, `seed ${seed}`).toEqual([])
    expect(sent).toBe(requestsPerSeed)
    expect((await inject({ url: '/api/health' })).statusCode).toBe(200)
    expect((await logIn({ inject }, keeper.user.username, 'right password')).statusCode).toBe(200)
  },
  120_000,
)
