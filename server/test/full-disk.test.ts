import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { nowIso } from '@dashboard/store/database/column-values'
import { migrate } from '@dashboard/store/database/migrate'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { setDiskSpace, startTestApp } from './app.ts'

async function startOnFile() {
  const path = join(await temporaryFolder(), 'data', 'dashboard.db')
  const db = openDatabase({ kind: 'sqlite', path }, 'server')
  onTestFinished(() => db.destroy())
  await migrate(db)
  const lines: string[] = []
  const settings = { logLevel: 'warn' }
  const app = await startTestApp({
    db,
    settings,
    log: { write: (line) => lines.push(line) },
  })
  return { ...app, lines }
}

/** Limits the file to its present size, and fills its free pages. */
async function fill(db: Db): Promise<void> {
  const pages = sql<{ pages: number }>`select page_count as pages from pragma_page_count`
  const { rows } = await pages.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.pages ?? 0)}`.execute(db)
  await fillTable((text) =>
    db
      .insertInto('login_failures')
      .values({ id: randomUUID(), account: text, address: '', failedAt: nowIso() })
      .execute(),
  )
}

async function fillTable(insert: (text: string) => Promise<unknown>): Promise<void> {
  for (const size of [64_000, 4_000, 500, 50, 5, 0]) {
    const addOne = () =>
      insert('x'.repeat(size)).then(
        () => true,
        () => false,
      )
    while (await addOne()) {}
  }
}

const credentials = { username: 'nobody', password: 'wrong password' }

test('a full disk is 503 with its reason wherever something has to be saved, until there is room', async () => {
  const { db, inject, as, lines } = await startOnFile()
  const admin = await as('admin')
  await fill(db)
  const logIn = () => inject({ method: 'POST', url: '/api/auth/login', payload: credentials })
  const response = await logIn()
  expect(response.statusCode).toBe(503)
  expect(response.json().message).toMatch(/^The disk of the server is full/)
  expect(response.headers['retry-after']).toBe('30')
  expect(lines.join('')).toContain('database or disk is full')
  expect(lines.join('')).not.toContain('no transaction is active')
  const health = await inject({ url: '/api/health' })
  expect([health.statusCode, health.json().message]).toEqual([
    503,
    expect.stringMatching(/^The disk of the server is full/),
  ])
  // Existing data can still be read.
  const status = await admin.inject({ url: '/api/monitoring/status' })
  expect(status.json().problems).toEqual([expect.stringMatching(/^The disk of the server is full/)])

  await sql`pragma max_page_count = 1000000`.execute(db)
  expect((await logIn()).statusCode).toBe(401)
})

test('a warning appears before the disk is full', async () => {
  const { inject } = await startOnFile()
  setDiskSpace({ freeBytes: 30 * 1024 ** 2, totalBytes: 1024 ** 3 })
  const health = await inject({ url: '/api/health' })
  expect([health.statusCode, health.json()]).toMatchObject([
    200,
    { status: 'ok', warnings: [expect.stringContaining('almost full')] },
  ])
})
