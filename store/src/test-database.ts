import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { afterAll, inject, onTestFinished } from 'vitest'
import { type Db, numericOids, openDatabase, postgresDialect } from './database.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which database the tests run on; `postgres://…` is a real server. */
    testDatabase: string
  }
}

let pglite: PGlite | undefined

afterAll(async () => {
  await pglite?.close()
  pglite = undefined
})

/** An empty, migrated database for one test, closed and removed after it. */
export async function freshDatabase(): Promise<Db> {
  const db = await openFresh(inject('testDatabase'))
  await migrate(db)
  return db
}

async function openFresh(kind: string): Promise<Db> {
  if (kind === 'sqlite') return openSqlite()
  if (kind === 'pglite') return openPglite()
  return openPostgres(kind)
}

async function openSqlite(): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-test-'))
  const db = openDatabase({ kind: 'sqlite', path: join(folder, 'test.db') }, 'server')
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  return db
}

async function openPglite(): Promise<Db> {
  // One engine for all tests of a file: starting it takes longer than most tests.
  pglite ??= await PGlite.create({
    parsers: Object.fromEntries([...numericOids].map((oid) => [oid, Number])),
  })
  await pglite.exec('drop schema public cascade; create schema public')
  return new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
}

async function openPostgres(url: string): Promise<Db> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`
  const admin = new Kysely<Database>({ dialect: postgresDialect(url, 1) })
  await sql`create database ${sql.id(name)}`.execute(admin)
  const address = new URL(url)
  address.pathname = `/${name}`
  const db = new Kysely<Database>({ dialect: postgresDialect(address.href, 5) })
  onTestFinished(async () => {
    await db.destroy()
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  })
  return db
}
