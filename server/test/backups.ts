import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { nowIso } from '@dashboard/store/database/column-values'
import { migrate } from '@dashboard/store/database/migrate'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { queuedJob } from '@dashboard/store/test/jobs'
import { Encrypter } from 'age-encryption'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { replaceRecoveryCodes } from '../src/accounts/factors/recovery-codes.ts'
import { issueTicket } from '../src/accounts/factors/tickets.ts'
import { insertLink } from '../src/accounts/links/password-links-queries.ts'
import { openSession } from '../src/accounts/sessions/sessions.ts'
import { makeBackup } from '../src/backup/make-backup.ts'
import { type RestoreTarget, restoreBackup } from '../src/backup/restore/restore-backup.ts'
import { auditAsConsole } from '../src/http/audit-trail.ts'
import { storedReport } from './reports.ts'
import { insertSchedule } from './schedules.ts'
import { insertToken } from './tokens.ts'
import { activeAdmin } from './users.ts'

/** Makes places for tests of backups, to back up and to restore into, with content. */

export type DatabaseKind = 'sqlite' | 'postgres'
export type StoreKind = 'disk' | 's3'

/** Returns an empty place; a test has only one PostgreSQL, which is emptied. */
export async function emptyTarget(
  database: DatabaseKind,
  store: StoreKind,
): Promise<RestoreTarget> {
  const dataDir = await temporaryFolder()
  const postgres = database === 'postgres' ? await freshDatabase() : undefined
  return {
    dataDir,
    postgres,
    files: await openStore(store, dataDir),
    sheet: undefined,
    version: '1',
  }
}

async function openStore(kind: StoreKind, dataDir: string): Promise<FileStore> {
  if (kind === 'disk') return await openFiles({ kind: 'disk', path: join(dataDir, 'files') })
  const s3 = await startS3Double({ pageSize: 5 })
  onTestFinished(() => s3.close())
  for (const [name, value] of Object.entries(s3.credentials)) vi.stubEnv(name, value)
  return await openFiles(readSettings({ STORAGE_URL: s3.storageUrl }).storage)
}

/** Opens the database of a place, until the end of the test. */
export async function openTarget({ postgres, dataDir }: RestoreTarget): Promise<Db> {
  if (postgres) return postgres
  const path = join(dataDir, 'dashboard.db')
  const isNew = !existsSync(path)
  const db = openDatabase({ kind: 'sqlite', path }, 'command')
  onTestFinished(() => db.destroy())
  if (isNew) await migrate(db)
  return db
}

/**
 * Adds a user with a session, recovery codes and unused links, places and people, a report with its file, a schedule,
 * and active jobs.
 */
export async function fillTarget(target: RestoreTarget): Promise<Db> {
  const db = await openTarget(target)
  const admin = await activeAdmin(db)
  await openSession(db, admin, 60_000)
  await insertToken(db, admin.id)
  await replaceRecoveryCodes(db, admin.id)
  await issueTicket(db, 'link', { userId: admin.id })
  const at = nowIso()
  await insertLink(db, admin, null)
  const circuitId = randomUUID()
  await db.insertInto('circuits').values({ id: circuitId, name: 'NY-1' }).execute()
  const people = Array.from({ length: 700 }, (_, index) => ({
    id: randomUUID(),
    firstName: 'Zoë',
    lastName: `Ångström ${index}`,
    circuitId,
    createdAt: at,
    updatedAt: at,
  }))
  await db.insertInto('volunteers').values(people).execute()
  await storedReport({ db, files: target.files })
  await storedReport({ db, files: target.files }, { circuit: 'NY-2' })
  await target.files.write('logos/one.svg', Buffer.from('<svg/>'), 'image/svg+xml')
  await insertSchedule(db)
  const exported = await queuedJob(db, { type: 'export' })
  await queuedJob(db, { type: 'import', dependsOn: exported.id })
  await auditAsConsole(db, 'brand.update')
  return db
}

/** Makes a backup of a place; returns its path. */
export async function backUp(
  target: RestoreTarget,
  { passphrase, withFiles = true }: { passphrase?: string; withFiles?: boolean } = {},
): Promise<string> {
  const path = join(await temporaryFolder(), 'backup.tar.gz')
  const db = await openTarget(target)
  const files = withFiles ? target.files : undefined
  const source = { db, files, settings: { PORT: '3000' }, version: '1' }
  await makeBackup(source, { path, passphrase, dataDir: target.dataDir })
  return path
}

/** Returns the sentence with which a place refuses a backup, after checking that its content has not changed. */
export async function refusalBy(
  target: RestoreTarget,
  path: string,
  passphrase?: string,
): Promise<string> {
  const db = await openTarget(target)
  await db.insertInto('circuits').values({ id: 'kept', name: 'Kept' }).execute()
  const before = await contentOf(target)
  const message = await restoreBackup(target, { path, passphrase, isReplacing: true }).then(
    () => 'restored',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(await contentOf(target)).toEqual(before)
  const left = await readdir(target.dataDir)
  expect(left.filter((name) => name.includes('restore'))).toEqual([])
  return message
}

/** Releases the leases of all jobs, as some time after their server has ended. */
export async function letLeasesEnd(db: Db): Promise<void> {
  const past = '2020-01-01T00:00:00.000Z'
  await db
    .updateTable('jobs')
    .set({ leaseExpiresAt: past })
    .where('leaseExpiresAt', 'is not', null)
    .execute()
}

const comparedTables = [
  'users',
  'recovery_codes',
  'circuits',
  'volunteers',
  'reports',
  'stored_values',
]

/** Returns the content of a place that a backup must bring back unchanged: its rows, whatever their order, and its files. */
export async function contentOf(target: RestoreTarget) {
  const db = await openTarget(target)
  const rows: Record<string, unknown> = {}
  for (const table of comparedTables) {
    const found = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${table === 'stored_values' ? sql`where name <> 'schedules-pause'` : sql``}`.execute(
      db,
    )
    rows[table] = found.rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  const files: Record<string, string> = {}
  for (const { key } of await target.files.list()) files[key] = await textOf(target.files, key)
  return { rows, files }
}

async function textOf(files: FileStore, key: string): Promise<string> {
  const file = await files.open(key)
  const chunks: Uint8Array[] = []
  for await (const chunk of file?.stream ?? []) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

/** Encrypts archives at a low cost until the test ends: at the one of the product, each takes seconds. */
export function makeArchivesCheap(): void {
  const real = Encrypter.prototype.setPassphrase
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (
    this: Encrypter,
    text,
  ) {
    real.call(this, text)
    this.setScryptWorkFactor(8)
  })
}
