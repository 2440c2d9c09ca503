import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { type Db, makeDatabase, openDatabase } from '../src/database/open-database.ts'
import { numericOids, openPostgresPool } from '../src/database/postgres-pool.ts'
import type { Database } from '../src/database/schema.ts'
import { temporaryFolder } from './folder.ts'
import { copyTemplate } from './postgres-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Database that the tests run on; `postgres://…` is a real server. */
    testDatabase: string
    /** Name of a migrated database that new ones are copied from; only on a real server. */
    testTemplate: string
  }
}

interface Engine {
  open(): Db
  close(): Promise<void>
}

let engine: Promise<Engine> | undefined

/**
 * Returns an empty, migrated database for one test, closed after it. The test must not change its tables, or must
 * restore them: on PostgreSQL and PGlite all tests of a process share them, since creating tables takes longer than
 * most tests, as does a new connection, which reads the catalog first.
 */
export async function freshDatabase(): Promise<Db> {
  const kind = inject('testDatabase')
  if (kind === 'sqlite') return openSqlite()
  engine ??= kind === 'pglite' ? startPglite() : copyDatabase(kind, inject('testTemplate'))
  const db = (await engine).open()
  onTestFinished(() => db.destroy())
  await emptyTables(db)
  return db
}

/** Returns the same for a test that changes tables: no other test uses them afterwards. */
export async function freshDatabaseToAlter(): Promise<Db> {
  const db = await freshDatabase()
  onTestFinished(async () => {
    const altered = await engine
    engine = undefined
    await altered?.close()
  })
  return db
}

/** Runs `work` while the database lacks a table, and restores the table. */
export async function withoutTable<T>(
  db: Db,
  table: keyof Database,
  work: () => Promise<T>,
): Promise<T> {
  const away = `${table}_away`
  await db.schema.alterTable(table).renameTo(away).execute()
  try {
    return await work()
  } finally {
    await db.schema.alterTable(away).renameTo(table).execute()
  }
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

/** Returns the file of an empty, migrated database: copying it takes a tenth of the time of migrating another. */
async function createSqliteTemplate(): Promise<Buffer> {
  const path = join(await temporaryFolder(), 'template.db')
  const db = openDatabase({ kind: 'sqlite', path }, 'runner')
  await migrate(db)
  // Closing the last connection writes the log into the file.
  await db.destroy()
  return readFile(path)
}

const pgliteOptions = {
  parsers: Object.fromEntries([...numericOids].map((oid) => [oid, Number])),
}
let pgliteTemplate: Promise<Blob | File> | undefined

async function startPglite(): Promise<Engine> {
  pgliteTemplate ??= createPgliteTemplate()
  const pglite = await PGlite.create({ ...pgliteOptions, loadDataDir: await pgliteTemplate })
  return { open: () => openPglite(withoutEnd(pglite, 'close')), close: () => pglite.close() }
}

/** Dumps a migrated database: loading it takes a sixth of the time of starting from nothing. */
async function createPgliteTemplate(): Promise<Blob | File> {
  const pglite = await PGlite.create(pgliteOptions)
  await migrate(openPglite(pglite))
  const files = await pglite.dumpDataDir('none')
  await pglite.close()
  return files
}

function openPglite(pglite: PGlite): Db {
  return makeDatabase(new PGliteDialect({ pglite }))
}

async function copyDatabase(url: string, template: string): Promise<Engine> {
  const copy = await copyTemplate(url, template)
  const pool = await openPostgresPool({
    url: copy,
    size: 5,
    connectMs: 60_000,
    statementMs: 60_000,
  })
  const dialect = new PostgresDialect({ pool: withoutEnd(pool, 'end') })
  return { open: () => makeDatabase(dialect), close: () => pool.end() }
}

/** Prevents that closing one test's database closes the shared database under it. */
function withoutEnd<T extends object>(shared: T, end: keyof T): T {
  return new Proxy(shared, {
    get(target, name) {
      if (name === end) return async () => {}
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

let emptying: RawBuilder<unknown> | undefined

/** Deletes rows rather than truncating: on tables this small it takes a fiftieth of the time. */
async function emptyTables(db: Db): Promise<void> {
  emptying ??= await describeEmptying(db)
  await emptying.execute(db)
}

/**
 * Returns one statement for all tables. The table names are read once: reading them and separate statements would each
 * take longer than the deletion itself.
 */
async function describeEmptying(db: Db): Promise<RawBuilder<unknown>> {
  const tables = await db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'))
  return sql.raw(`do $$ begin ${names.map((name) => `delete from "${name}";`).join(' ')} end $$`)
}
