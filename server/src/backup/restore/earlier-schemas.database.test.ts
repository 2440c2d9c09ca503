import { join } from 'node:path'
import { migrate, migrationNames } from '@dashboard/store/database/migrate'
import { type Db, isPostgres, openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { freshDatabase, freshDatabaseToAlter } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { emptyPlace, openPlace } from '../../../test/backups.ts'
import { makeBackup } from '../make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const own = inject('testDatabase') === 'sqlite' ? 'sqlite' : 'postgres'
const earlier = migrationNames.slice(0, -1)
const at = '2026-01-01T00:00:00.000Z'

/** Rows for tables that every schema since the first has had, with the columns that those had. */
const rows: Record<string, Record<string, string | number | null>> = {
  users: {
    id: 'u',
    username: 'ann',
    usernameKey: 'ann',
    firstName: 'Ann',
    lastName: 'Lee',
    password: 'a hash',
    role: 'admin',
    createdAt: at,
    updatedAt: at,
  },
  sessions: { id: 's', userId: 'u', createdAt: at, expiresAt: at },
  circuits: { id: 'c', name: 'NY-1' },
  congregations: { id: 'g', name: 'Park', circuitId: 'c', createdAt: at },
  volunteers: {
    id: 'v',
    locustId: 'L1',
    firstName: 'Zoë',
    lastName: 'Ångström',
    circuitId: 'c',
    congregationId: 'g',
    mobilePhone: '555-0100',
    createdAt: at,
    updatedAt: at,
  },
  emergency_contacts: { id: 'e', volunteerId: 'v', name: 'Bo', createdAt: at },
  jobs: {
    id: 'j',
    sequence: 1,
    type: 'circuit-report',
    targets: '["NY-1"]',
    status: 'completed',
    logs: 'Made it.',
    createdAt: at,
    updatedAt: at,
  },
  reports: {
    id: 'r',
    circuitId: 'NY-1',
    filename: 'a.pdf',
    size: 3,
    format: 'pdf',
    generatedAt: at,
    downloadUrl: '/api/reports/r/download',
    storageKey: 'reports/r.pdf',
    jobId: 'j',
    target: 'NY-1',
  },
  raw_import_data: { id: 'w', rowIndex: 2, rawData: '{"First Name":"Zoë"}', importBatch: 'b' },
  automation_status: {
    id: 'a',
    eventType: 'import',
    lastTimestamp: at,
    createdAt: at,
    updatedAt: at,
  },
  preferences: { name: 'auto-sync', value: 'true', updatedAt: at },
}

async function fill(db: Db): Promise<void> {
  for (const [table, row] of Object.entries(rows)) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      db,
    )
  }
}

/** Reads the rows as they are now, in the tables that were filled. */
async function readFilled(db: Db, without: readonly string[] = []) {
  const found: typeof rows = {}
  for (const [table, row] of Object.entries(rows)) {
    if (without.includes(table)) continue
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    const { rows: one } = await sql<Record<string, string | number | null>>`
      select ${columns} from ${sql.table(table)}`.execute(db)
    found[table] = { ...one[0] }
    expect(one).toHaveLength(1)
  }
  return found
}

/** Opens an empty database at an earlier schema. */
async function openEarlier(name: string): Promise<Db> {
  if (own === 'postgres') {
    const db = await freshDatabaseToAlter()
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    await migrate(db, name)
    return db
  }
  return openEarlierFile(name)
}

async function openEarlierFile(name: string): Promise<Db> {
  const path = join(await temporaryFolder(), 'dashboard.db')
  const db = openDatabase({ kind: 'sqlite', path }, 'command')
  onTestFinished(() => db.destroy())
  await migrate(db, name)
  return db
}

async function columnsOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  const entries = tables.map(({ name, columns }) => [name, columns.map((each) => each.name).sort()])
  return Object.fromEntries(entries)
}

describe('a database of an earlier schema', () => {
  test.each(earlier)('%s is brought up to date with its rows', async (name) => {
    const db = await openEarlier(name)
    await fill(db)
    await migrate(db)
    expect(await readFilled(db)).toEqual(rows)
    if (isPostgres(db)) return
    expect(await columnsOf(db)).toEqual(await columnsOf(await freshDatabase()))
  })

  test.each(earlier)('%s is restored from its backup', async (name) => {
    const source = await openEarlierFile(name)
    await fill(source)
    const folder = await temporaryFolder()
    const files = openFiles({ kind: 'disk', path: join(folder, 'files') })
    await files.write('reports/r.pdf', Buffer.from('pdf'), 'application/pdf')
    const path = join(folder, 'backup.tar.gz')
    await makeBackup({ db: source, files, settings: {}, version: '0.1.0' }, { path })
    const place = await emptyPlace(own, 'disk')
    await restoreBackup(place, { path, isReplacing: false })
    const db = await openPlace(place)
    // Sessions are left out: a restore ends them, and all users sign in again.
    const { sessions: _, ...kept } = rows
    expect(await readFilled(db, ['sessions'])).toEqual(kept)
    expect(await place.files.sizeOf('reports/r.pdf')).toBe(3)
  })
})
