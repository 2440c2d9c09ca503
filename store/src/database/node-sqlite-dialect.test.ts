import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import { toJson } from './column-values.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { migrate } from './migrate.ts'
import { type DatabaseUser, type Db, openDatabase } from './open-database.ts'

async function openFile(user: DatabaseUser = 'server') {
  const path = join(await temporaryFolder(), 'dashboard.db')
  const db = openDatabase({ kind: 'sqlite', path }, user)
  onTestFinished(() => db.destroy())
  await migrate(db)
  return { path, db }
}

/** Simulates another program that holds the write lock. */
function holdWriteLock(path: string) {
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  onTestFinished(() => void (other.isOpen && other.close()))
  return { end: () => other.close() }
}

function save(db: Db, name: string) {
  const row = { name, value: toJson(name), updatedAt: '2026-01-01T00:00:00.000Z' }
  return db.insertInto('stored_values').values(row).execute()
}

async function namesIn(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('stored_values').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

test('reads never wait for another writer, nor for the writes that do', async () => {
  const { db, path } = await openFile()
  await save(db, 'before')
  const lock = holdWriteLock(path)
  const writes = Promise.all([save(db, 'a'), save(db, 'b'), save(db, 'c')])
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    times.push(await timeOf(async () => expect(await namesIn(db)).toEqual(['before'])))
    await sleep(10)
  }
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(20)
  lock.end()
  await writes
  expect(await namesIn(db)).toEqual(['a', 'b', 'before', 'c'])
})

test('a locked database is given up in time, however many wait, and works again once it is free', async () => {
  const { db, path } = await openFile('heartbeat')
  const lock = holdWriteLock(path)
  const waiting = Array.from({ length: 20 }, async (_, index) => {
    const error: unknown = await save(db, `${index}`).catch((reason: unknown) => reason)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
  // If the timeouts were added up, the writes would take twenty seconds.
  expect(await timeOf(() => Promise.all(waiting))).toBeLessThan(5_000)
  lock.end()
  await save(db, 'after')
  expect(await namesIn(db)).toEqual(['after'])
})

test.each(['server', 'runner', 'command'] as const)(
  'a %s waits for a lock that another program holds for seconds',
  async (user) => {
    const { db, path } = await openFile(user)
    const lock = holdWriteLock(path)
    const saved = save(db, 'patient')
    setTimeout(lock.end, 2_000)
    await saved
    expect(await namesIn(db)).toEqual(['patient'])
  },
)

test('a transaction sees its own writes at once, and others see them at its end', async () => {
  const { db } = await openFile()
  const later: { save?: Promise<unknown> } = {}
  await db.transaction().execute(async (tx) => {
    await save(tx, 'inside')
    expect(await namesIn(tx)).toEqual(['inside'])
    expect(await namesIn(db)).toEqual([])
    later.save = save(db, 'later')
    await sleep(50)
    expect(await namesIn(tx)).toEqual(['inside'])
  })
  expect(await namesIn(db)).toContain('inside')
  await later.save
  expect(await namesIn(db)).toEqual(['inside', 'later'])
})

test('a connection that begins a transaction in SQL text keeps it to the end', async () => {
  const { db } = await openFile()
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    await save(connection, 'undone')
    const other = save(db, 'other')
    await sleep(30)
    await sql`rollback`.execute(connection)
    await other
  })
  expect(await namesIn(db)).toEqual(['other'])
})

test('a transaction that SQLite has ended writes nothing more, and throws the cause', async () => {
  const { db } = await openFile()
  await sql`create trigger full before insert on stored_values when new.name = 'too much'
    begin select raise(rollback, 'database or disk is full'); end`.execute(db)
  const run = db.transaction().execute(async (tx) => {
    await save(tx, 'first')
    await save(tx, 'too much').catch(() => {})
    await save(tx, 'third')
  })
  await expect(run).rejects.toThrow('database or disk is full')
  expect(await namesIn(db)).toEqual([])
  await save(db, 'after')
  expect(await namesIn(db)).toEqual(['after'])
})

test('the connection that reads cannot write', async () => {
  const { db } = await openFile()
  const select = db.selectFrom('stored_values').select('name').compile()
  await expect(db.executeQuery({ ...select, sql: 'delete from stored_values' })).rejects.toThrow(
    'readonly',
  )
})
