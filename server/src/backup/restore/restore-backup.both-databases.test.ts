import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import { readSchema } from '@dashboard/store/database/check-schema'
import { migrate, migrationNames } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { recordServer } from '@dashboard/store/database/running-servers'
import { StorageError } from '@dashboard/store/files/file-store'
import { readSchedulePause } from '@dashboard/store/schedules/pause-schedules'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { inventMigration } from '@dashboard/store/test/invented-migration'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import {
  backUp,
  contentOf,
  type DatabaseKind,
  emptyTarget,
  fillTarget,
  letLeasesEnd,
  openTarget,
  refusalBy,
  type StoreKind,
} from '../../../test/backups.ts'
import { storedReport } from '../../../test/reports.ts'
import { makeBackup } from '../make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const isSqlite = inject('testDatabase') === 'sqlite'
const own: DatabaseKind = isSqlite ? 'sqlite' : 'postgres'
const ways: [DatabaseKind, StoreKind, DatabaseKind, StoreKind][] = isSqlite
  ? [
      ['sqlite', 'disk', 'sqlite', 'disk'],
      ['sqlite', 's3', 'sqlite', 's3'],
    ]
  : [
      ['postgres', 'disk', 'postgres', 'disk'],
      ['postgres', 's3', 'sqlite', 'disk'],
      ['sqlite', 'disk', 'postgres', 's3'],
      ['sqlite', 'disk', 'sqlite', 's3'],
    ]

describe('a backup', () => {
  it.each(ways)('of %s and %s restores into %s and %s', async (database, store, into, onto) => {
    const source = await emptyTarget(database, store)
    await fillTarget(source)
    const before = await contentOf(source)
    const path = await backUp(source)
    const target = await emptyTarget(into, onto)
    const { aside } = await restoreBackup(target, { path, isReplacing: false })
    expect(aside).toBeUndefined()
    expect(await contentOf(target)).toEqual(before)
    const db = await openTarget(target)
    for (const table of [
      'sessions',
      'access_tokens',
      'sign_in_tickets',
      'account_links',
    ] as const) {
      expect(await db.selectFrom(table).select('id').execute()).toEqual([])
    }
    expect(await readSchedulePause(db)).toMatchObject({ reason: 'restore' })
    const jobs = await db.selectFrom('jobs').select(['status', 'failureKind']).execute()
    expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(['failed']))
    expect(jobs.filter(({ failureKind }) => failureKind === 'interrupted')).toHaveLength(3)
    const outbox = await db.selectFrom('outbox').select('id').where('endedAt', 'is', null).execute()
    expect(outbox).toEqual([])
    expect((await readdir(target.dataDir)).filter((name) => name.includes('restore'))).toEqual([])
  })

  it('holds the current version of each report, and the older ones when told to', async () => {
    const filled = await emptyTarget('sqlite', 'disk')
    const db = await openTarget(filled)
    for (const day of ['18', '19', '20']) {
      await storedReport(
        { db, files: filled.files },
        { generatedAt: `2026-11-${day}T15:00:00.000Z` },
      )
    }
    await filled.files.write('reports/orphan.pdf', Buffer.from('%PDF'), 'application/pdf')
    const restored = async (hasAllVersions: boolean) => {
      const path = join(await temporaryFolder(), 'backup.tar.gz')
      const source = { db, files: filled.files, hasAllVersions, settings: {}, version: '1' }
      await makeBackup(source, { path, dataDir: filled.dataDir })
      const target = await emptyTarget('sqlite', 'disk')
      await restoreBackup(target, { path, isReplacing: false })
      const rows = await (await openTarget(target))
        .selectFrom('reports')
        .select(['generatedAt', 'storageKey'])
        .orderBy('generatedAt', 'desc')
        .execute()
      const keys = (await target.files.list('reports')).map(({ key }) => key)
      expect(keys.sort()).toEqual(rows.map(({ storageKey }) => storageKey).sort())
      return rows.map(({ generatedAt }) => generatedAt.slice(8, 10))
    }
    expect(await restored(false)).toEqual(['20'])
    expect(await restored(true)).toEqual(['20', '19', '18'])
  })

  it('shows a single moment, and does not wait for writers', async () => {
    const source = await emptyTarget(own, 'disk')
    const db = await fillTarget(source)
    const before = await contentOf(source)
    const other = isSqlite ? await openTarget(source) : db
    let path = ''
    const writing = other.transaction().execute(async (tx) => {
      await tx.deleteFrom('volunteers').execute()
      // PGlite has only one connection, which the backup would wait for forever.
      if (isSqlite) path = await backUp(source)
      throw new Error('undone')
    })
    await expect(writing).rejects.toThrow('undone')
    path ||= await backUp(source)
    const target = await emptyTarget('sqlite', 'disk')
    await restoreBackup(target, { path, isReplacing: false })
    expect(await contentOf(target)).toEqual(before)
  })

  it('leaves out a report that is deleted meanwhile, and names a file that is missing', async () => {
    const source = await emptyTarget('sqlite', 'disk')
    const db = await fillTarget(source)
    const [gone, lost] = await db.selectFrom('reports').select(['id', 'storageKey']).execute()
    await source.files.delete(lost?.storageKey ?? '')
    const { list } = source.files
    source.files.list = async () => {
      await db
        .deleteFrom('reports')
        .where('id', '=', gone?.id ?? '')
        .execute()
      await source.files.delete(gone?.storageKey ?? '')
      return list.call(source.files)
    }
    const target = { path: join(await temporaryFolder(), 'one'), dataDir: source.dataDir }
    const about = { db, files: source.files, settings: {}, version: '1' }
    const { manifest } = await makeBackup(about, target)
    expect(manifest.missing).toEqual([lost?.storageKey])
    expect(manifest.rows.reports).toBe(1)
    expect((await stat(target.path)).mode & 0o777).toBe(0o600)
    await expect(makeBackup(about, target)).rejects.toThrow('There is already a file')
  })
})

describe('a target that is in use', () => {
  it('is refused unless told otherwise, and then saved aside', async () => {
    const source = await emptyTarget(own, 'disk')
    const db = await fillTarget(source)
    const before = await contentOf(source)
    const path = await backUp(source)
    const [report] = await db.selectFrom('reports').selectAll().execute()
    await db.deleteFrom('volunteers').execute()
    await source.files.delete(report?.storageKey ?? '')
    await source.files.write('reports/newer.pdf', Buffer.from('newer'), 'application/pdf')
    const refused = restoreBackup(source, { path, isReplacing: false })
    await expect(refused).rejects.toThrow('is not empty')
    const busy = restoreBackup(source, { path, isReplacing: true })
    await expect(busy).rejects.toThrow('A job is still running')
    await letLeasesEnd(db)
    if (isSqlite) await db.destroy()
    const { aside = '' } = await restoreBackup(source, { path, isReplacing: true })
    const { rows, files } = await contentOf(source)
    expect(rows).toEqual(before.rows)
    expect(files).toMatchObject(before.files)
    expect(await readFile(join(aside, 'files/reports/newer.pdf'), 'utf8')).toBe('newer')
    expect(existsSync(join(aside, isSqlite ? 'dashboard.db' : 'database.tar.gz'))).toBe(true)
  })

  it('is unchanged when the disk of its files is full, and nothing is left behind', async () => {
    const source = await emptyTarget(own, 'disk')
    await letLeasesEnd(await fillTarget(source))
    const path = await backUp(source)
    for (const { key } of await source.files.list('reports')) await source.files.delete(key)
    await source.files.write('reports/newer.pdf', Buffer.from('newer'), 'application/pdf')
    const before = await contentOf(source)
    const { write } = source.files
    let reports = 0
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    source.files.write = async (key, ...input) => {
      if (key.startsWith('reports/')) reports += 1
      if (reports === 2) throw new StorageError('The disk is full.', { cause: full })
      return write.call(source.files, key, ...input)
    }
    const restoring = restoreBackup(source, { path, isReplacing: true })
    await expect(restoring).rejects.toThrow(
      'There is no room to restore: the disk of the stored files is full. Free some space, then restore again. Nothing was changed.',
    )
    expect(await contentOf(source)).toEqual(before)
    const left = await readdir(source.dataDir)
    expect(left.filter((name) => name.includes('restore'))).toEqual([])
  })

  it('is refused while a server runs there', async () => {
    const source = await emptyTarget(own, 'disk')
    const db = await fillTarget(source)
    const path = await backUp(source)
    await letLeasesEnd(db)
    const lock = isSqlite ? await lockDataFolder(source.dataDir) : undefined
    if (!isSqlite) await recordServer(db, { id: 'one', version: '1.0.0', sheetFolder: null })
    const before = await contentOf(source)
    const refused = restoreBackup(source, { path, isReplacing: true })
    await expect(refused).rejects.toThrow(
      isSqlite ? 'Another server' : 'A server uses this database',
    )
    expect(await contentOf(source)).toEqual(before)
    lock?.release()
  })
})

describe('a backup is refused with a sentence, and nothing changes,', () => {
  const refusal = async (path: string) => refusalBy(await emptyTarget(own, 'disk'), path)

  it('when it is cut short, altered anywhere, or not a backup', async () => {
    const source = await emptyTarget('sqlite', 'disk')
    await fillTarget(source)
    const path = await backUp(source)
    const bytes = await readFile(path)
    const harmed = join(await temporaryFolder(), 'harmed')
    for (const share of [0, 0.3, 0.99]) {
      await writeFile(harmed, bytes.subarray(0, Math.floor(bytes.length * share)))
      expect(await refusal(harmed)).toMatch(/^StartError: The backup is damaged/)
    }
    for (const share of [0.1, 0.5, 0.9]) {
      const changed = Buffer.from(bytes)
      const at = Math.floor(bytes.length * share)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(harmed, changed)
      expect(await refusal(harmed)).toMatch(/^StartError: The backup is damaged/)
    }
    await writeFile(harmed, 'something else')
    expect(await refusal(harmed)).toMatch(/^StartError: The backup is damaged/)
    expect(await refusal(`${harmed}-not-there`)).toContain('cannot be read')
  })

  it('when it is from a newer version', async () => {
    const source = await emptyTarget('sqlite', 'disk')
    const db = await fillTarget(source)
    await sql`insert into kysely_migration values ('9999-later', '2030')`.execute(db)
    const path = join(await temporaryFolder(), 'newer')
    await makeBackup({ db, settings: {}, version: '9.0.0' }, { path, dataDir: source.dataDir })
    expect(await refusal(path)).toMatch(/newer version 9\.0\.0 .*"9999-later"/)
  })
})

it('migrates an older schema', async () => {
  const source = await emptyTarget('sqlite', 'disk')
  const older = openDatabase(
    { kind: 'sqlite', path: join(source.dataDir, 'dashboard.db') },
    'command',
  )
  await migrate(older)
  await older.insertInto('circuits').values({ id: 'old', name: 'Old' }).execute()
  await older.destroy()
  const path = await backUp(source, { withFiles: false })
  onTestFinished(inventMigration())
  const target = await emptyTarget('sqlite', 'disk')
  await mkdir(join(target.dataDir, 'files/reports'), { recursive: true })
  await writeFile(join(target.dataDir, 'files/reports/kept.pdf'), 'kept')
  await restoreBackup(target, { path, isReplacing: false })
  const restored = await openTarget(target)
  expect(await restored.selectFrom('circuits').select('name').execute()).toEqual([{ name: 'Old' }])
  expect(await readSchema(restored)).toEqual(migrationNames())
  expect(Object.keys((await contentOf(target)).files)).toEqual(['reports/kept.pdf'])
})
