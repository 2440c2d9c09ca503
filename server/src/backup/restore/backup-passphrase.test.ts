import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { inventMigration } from '@dashboard/store/test/invented-migration'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  backUp,
  contentOf,
  emptyTarget,
  fillTarget,
  letLeasesEnd,
  makeArchivesCheap,
  refusalBy,
} from '../../../test/backups.ts'
import { connectDatabase } from '../../start/connect-database.ts'
import { readManifest, writeManifest } from '../manifest.ts'
import { restoreBackup } from './restore-backup.ts'

/** Runs on SQLite alone: a file is opened before the database is used. `put-aside.test.ts` holds the real cost. */

const passphrase = 'correct horse battery'

beforeEach(makeArchivesCheap)

test('a backup with a passphrase opens with it, and with no other one or none', async () => {
  const source = await emptyTarget('sqlite', 'disk')
  await fillTarget(source)
  const path = await backUp(source, { passphrase })
  expect((await readFile(path)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const inUse = await emptyTarget('sqlite', 'disk')
  expect(await refusalBy(inUse, path)).toContain('The backup is encrypted')
  const other = await emptyTarget('sqlite', 'disk')
  expect(await refusalBy(other, path, 'another one, also long')).toContain(
    'does not open with this passphrase',
  )
  const target = await emptyTarget('sqlite', 'disk')
  await restoreBackup(target, { path, passphrase, isReplacing: false })
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('what a restore with a passphrase puts aside is encrypted', async () => {
  const source = await emptyTarget('sqlite', 'disk')
  const db = await fillTarget(source)
  const path = await backUp(source)
  await letLeasesEnd(db)
  await db.destroy()
  const restore = { path, isReplacing: true, asidePassphrase: passphrase }
  const { aside = '' } = await restoreBackup(source, restore)
  expect(aside).toMatch(/before-restore-[^/]+\.tar\.gz\.age$/)
  const names = await readdir(source.dataDir)
  expect(names.filter((name) => name.startsWith('before-'))).toEqual([basename(aside)])
})

test('what an upgrade puts aside is encrypted', async () => {
  const folder = await temporaryFolder()
  const database = { kind: 'sqlite', path: join(folder, 'dashboard.db') } as const
  const older = openDatabase(database, 'command')
  await migrate(older)
  await older.destroy()
  onTestFinished(inventMigration())
  const db = await connectDatabase(database, { user: 'command', passphrase, hasFolderLock: true })
  await db.destroy()
  const names = (await readdir(folder)).filter((name) => name.startsWith('before-'))
  expect(names).toEqual([expect.stringMatching(/^before-upgrade-0001-\w+\.tar\.gz\.age$/)])
})

test('a backup that unpacks to more than there is room for is refused before it is unpacked', async () => {
  const source = await emptyTarget('sqlite', 'disk')
  await fillTarget(source)
  const path = await backUp(source)
  const target = await emptyTarget('sqlite', 'disk')
  const told: number[] = []
  const restore = { path, isReplacing: false, onMeasured: (bytes: number) => told.push(bytes) }
  const refused = restoreBackup(target, { ...restore, maxBytes: 100_000 })
  await expect(refused).rejects.toThrow('The backup unpacks to more than 0 MB')
  expect(told).toEqual([])
  await restoreBackup(target, { ...restore, maxBytes: 100_000_000 })
  expect(told).toEqual([expect.any(Number)])
})

test('a list of contents that was changed or has no checksum is refused', () => {
  const manifest = {
    format: 1,
    version: '1.0.0',
    madeAt: '2026-11-25T00:00:00.000Z',
    database: 'sqlite',
    schema: [],
    rows: {},
    files: 'included',
    missing: [],
    settings: { PORT: '3000' },
    entries: [],
  } as const
  const text = writeManifest({ ...manifest, schema: [], missing: [], entries: [] })
  expect(readManifest(text)).toEqual(manifest)
  expect(readManifest(text.replace('3000', '3001'))).toBeUndefined()
  expect(readManifest(text.replace('1.0.0', '1.0.1'))).toBeUndefined()
  expect(readManifest(JSON.stringify(manifest))).toBeUndefined()
})
