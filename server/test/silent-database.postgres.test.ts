import { setTimeout as sleep } from 'node:timers/promises'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { startSilentProxy } from '@dashboard/doubles/silent-proxy'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp } from './app.ts'
import { timed } from './slowed-clock.ts'

const maxMs = 15_000
const healthMs = 2_000
const servedAgainMs = 30_000

/** Starts a server that reaches its PostgreSQL through connections that can stop responding. */
async function start(settings: readonly string[] = []) {
  const server = await startPostgres({ settings })
  if (!server) throw new Error('There is no PostgreSQL')
  onTestFinished(() => server.stop())
  const proxy = await startSilentProxy(server.url)
  onTestFinished(() => proxy.close())
  const db = openDatabase({ kind: 'postgres', url: proxy.url }, 'server')
  onTestFinished(() => db.destroy())
  await migrate(db)
  const { inject, as } = await startTestApp({ db })
  const user = await as('user')
  const send = async (work: () => Promise<{ statusCode: number }>) => {
    const { result, ms } = await timed(work)
    return { status: result.statusCode, ms }
  }
  return {
    server,
    proxy,
    /** Opens idle connections, as many as the server may hold. */
    fillPool: () =>
      Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.1)`.execute(db))),
    call: (url = '/api/jobs') => send(() => user.inject({ url })),
    health: () => send(() => inject({ url: '/api/health' })),
  }
}

describe.runIf(hasPostgres())('while PostgreSQL', () => {
  test('answers on no open connection, new ones serve everybody within seconds', async () => {
    const { proxy, call, health, fillPool } = await start()
    await fillPool()
    proxy.silence()
    const { ms: untilServed } = await timed(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call()))
      for (const { ms } of answers) expect(ms).toBeLessThan(maxMs)
      await expect.poll(async () => (await call()).status).toBe(200)
    })
    expect(untilServed).toBeLessThan(servedAgainMs)
    expect(await health()).toMatchObject({ status: 200 })
  })

  test('hangs, every call is 503 in time, health soon, and both recover once it resumes', async () => {
    const { server, call, health, fillPool } = await start()
    await fillPool()
    server.freeze()
    const calls = Promise.all([call(), call('/api/reports'), sleep(500).then(() => call())])
    for (let round = 0; round < 3; round++) {
      const { status, ms } = await health()
      expect(status).toBe(503)
      expect(ms).toBeLessThan(healthMs)
    }
    for (const { status, ms } of await calls) {
      expect(status).toBe(503)
      expect(ms).toBeLessThan(maxMs)
    }
    server.thaw()
    const { ms: untilWell } = await timed(() =>
      expect.poll(async () => (await health()).status).toBe(200),
    )
    expect(untilWell).toBeLessThan(servedAgainMs)
    expect((await call()).status).toBe(200)
  })

  test('has few connections left, many calls at once wait for those of the server', async () => {
    const limits = ['max_connections=8', 'superuser_reserved_connections=0']
    const { server, call } = await start(limits)
    const others = Array.from({ length: 6 }, () => new pg.Client({ connectionString: server.url }))
    await Promise.all(others.map((other) => other.connect().catch(() => {})))
    const answers = await Promise.all(Array.from({ length: 40 }, () => call('/api/reports')))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
    await Promise.all(others.map((other) => other.end()))
  })
})
