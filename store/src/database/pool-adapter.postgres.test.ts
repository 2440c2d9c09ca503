import { setTimeout as sleep } from 'node:timers/promises'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '@dashboard/doubles/postgres/postgres-server'
import { startSilentProxy } from '@dashboard/doubles/silent-proxy'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from './database-errors.ts'
import { postgresDialect } from './open-database.ts'
import type { PoolLimits } from './postgres-pool.ts'
import type { Database } from './schema.ts'

let shared: PostgresServer

async function startServer(settings: readonly string[] = []) {
  const server = await startPostgres({ settings })
  if (!server) throw new Error('There is no PostgreSQL')
  return server
}

function open(url: string, limits: Partial<PoolLimits> = {}) {
  const all = { size: 4, connectMs: 5_000, statementMs: 1_000, ...limits }
  const db = new Kysely<Database>({ dialect: postgresDialect({ url }, all) })
  onTestFinished(() => db.destroy())
  return db
}

async function startBehindProxy(limits?: Partial<PoolLimits>) {
  const proxy = await startSilentProxy(shared.url)
  onTestFinished(() => proxy.close())
  return { proxy, db: open(proxy.url, limits) }
}

type Db = ReturnType<typeof open>

const ask = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db)

async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const from = performance.now()
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, ms: performance.now() - from }
}

describe.runIf(hasPostgres())('connections to PostgreSQL', () => {
  beforeAll(async () => {
    shared = await startServer()
    return () => shared.stop()
  })

  test('that go silent fail the waiting statements in time, and are replaced at once', async () => {
    const { proxy, db } = await startBehindProxy()
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.1)`.execute(db)))
    expect(proxy.speaking()).toBe(4)
    proxy.silence()
    const { error } = await failureOf(ask(db))
    expect(error).toMatchObject({ message: 'Query read timeout' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    // Three more connections were idle and are silent as well: a query on one of them would fail, too.
    for (let round = 0; round < 4; round++) await ask(db)
  })

  test('that go silent within a transaction fail it as a whole, without waiting again for its end', async () => {
    const { proxy, db } = await startBehindProxy()
    const { error, ms } = await failureOf(
      db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        proxy.silence()
        await sql`select 2`.execute(tx)
      }),
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(4_000)
    await ask(db)
  })

  test('a statement that takes too long is ended by PostgreSQL, and its connection stays', async () => {
    const { proxy, db } = await startBehindProxy()
    const { error } = await failureOf(sql`select pg_sleep(5)`.execute(db))
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    await ask(db)
    expect(proxy.speaking()).toBe(1)
  })

  test('to a server that hangs fail in time, and work again when it resumes', async () => {
    const db = open(shared.url, { connectMs: 1_500 })
    await ask(db)
    shared.freeze()
    onTestFinished(() => shared.thaw())
    const [known, another] = await Promise.all([
      failureOf(ask(db)),
      sleep(100).then(() => failureOf(ask(db))),
    ])
    for (const { error, ms } of [known, another]) {
      expect(isDatabaseUnavailable(error)).toBe(true)
      expect(ms).toBeLessThan(5_000)
    }
    shared.thaw()
    await expect.poll(() => ask(db).then(({ rows }) => rows.length)).toBe(1)
  })

  test('are waited for while others hold all that PostgreSQL allows', async () => {
    const server = await startServer(['max_connections=6', 'superuser_reserved_connections=0'])
    onTestFinished(() => server.stop())
    const others = Array.from({ length: 6 }, () => new pg.Client({ connectionString: server.url }))
    await Promise.all(others.map((other) => other.connect()))
    const db = open(server.url)
    const asked = Promise.all(Array.from({ length: 20 }, () => ask(db)))
    const short = open(server.url, { connectMs: 1_500 })
    expect((await failureOf(ask(short))).error).toMatchObject({ code: '53300' })
    await others[0]?.end()
    expect(await asked).toHaveLength(20)
    await Promise.all(others.slice(1).map((other) => other.end()))
  })
})
