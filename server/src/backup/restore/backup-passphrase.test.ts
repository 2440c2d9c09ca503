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
import { restoreBackup } from './restore-backup.ts'

/** Runs on SQLite alone: a file is opened before the database is used. `put-aside.test.ts` holds the real cost. */

const passphrase = 'correct horse battery'

beforeEach(makeArchivesCheap)

test('a backup with a passphrase opens with that one only', async () => {
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
