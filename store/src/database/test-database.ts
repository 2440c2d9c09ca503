import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, type RawBuilder, sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { temporaryFolder } from '../test-folder.ts'
import { migrate } from './migrate.ts'
import { type Db, openDatabase, postgresDialect } from './open-database.ts'
import { numericOids } from './postgres-pool.ts'
import type { Database } from './schema.ts'
import { createPostgresDatabase } from './test-postgres-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which database the tests run on; `postgres://…` is a real server. */
    testDatabase: string
    /** On a real server, the name of a migrated database that new ones are copies of. */
    testTemplate: string
  }
}

type Opener = { open(): Db; close(): Promise<void> }

let engine: Promise<Opener> | undefined

/** Ends what the tests of a file shared. */
export async function closeTestDatabase(): Promise<void> {
  const opened = await engine
  engine = undefined
  await opened?.close()
}

/** An empty, migrated database for one test, closed after it. */
export async function freshDatabase(): Promise<Db> {
  const kind = inject('testDatabase')
  if (kind === 'sqlite') return openSqlite()
  // One engine or database for all tests of a file: making it takes longer than most tests.
  engine ??= kind === 'pglite' ? startPglite() : copyTemplate(kind, inject('testTemplate'))
  const db = (await engine).open()
  onTestFinished(() => db.destroy())
  await emptyTables(db)
  return db
}

async function openSqlite(): Promise<Db> {
  sqliteTemplate ??= createSqliteTemplate()
  const path = join(await temporaryFolder(), 'test.db')
  await writeFile(path, await sqliteTemplate)
  const db = openDatabase({ kind: 'sqlite', path }, 'server')
  onTestFinished(() => db.destroy())
  return db
}

let sqliteTemplate: Promise<Buffer> | undefined

/** The file of an empty, migrated database: copying it takes a tenth of the time of migrating another. */
async function createSqliteTemplate(): Promise<Buffer> {
  const path = join(await temporaryFolder(), 'template.db')
  const db = openDatabase({ kind: 'sqlite', path }, 'runner')
  await migrate(db)
  // Closing the last connection checkpoints the log into the file.
  await db.destroy()
  return readFile(path)
}

async function startPglite(): Promise<Opener> {
  const pglite = await PGlite.create({
    parsers: Object.fromEntries([...numericOids].map((oid) => [oid, Number])),
  })
  // Closing one test's database must leave the engine running for the next.
  const shared = new Proxy(pglite, {
    get(target, name) {
      if (name === 'close') return async () => {}
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const open = () => new Kysely<Database>({ dialect: new PGliteDialect({ pglite: shared }) })
  await migrate(open())
  return { open, close: () => pglite.close() }
}

async function copyTemplate(url: string, template: string): Promise<Opener> {
  const { address, admin, drop } = await createPostgresDatabase(url, template)
  return {
    open: () => new Kysely<Database>({ dialect: postgresDialect({ url: address }, 5) }),
    async close() {
      await drop()
      await admin.destroy()
    },
  }
}

let emptying: RawBuilder<unknown> | undefined

/** Deletes rather than truncates: on tables this small it takes a fiftieth of the time. */
async function emptyTables(db: Db): Promise<void> {
  emptying ??= await describeEmptying(db)
  await emptying.execute(db)
}

/** One statement for all tables, which are read once: both take longer than the deletion itself. */
async function describeEmptying(db: Db): Promise<RawBuilder<unknown>> {
  const tables = await db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'))
  return sql.raw(`do $$ begin ${names.map((name) => `delete from "${name}";`).join(' ')} end $$`)
}
