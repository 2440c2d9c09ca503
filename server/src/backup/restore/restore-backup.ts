import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import type { Db } from '@dashboard/store/database/open-database'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import type { FileStore } from '@dashboard/store/files/file-store'
import { StartError } from '../../start/start-error.ts'
import { copyFiles, listFinished } from '../copy-files.ts'
import { fillPostgres } from '../copy-rows.ts'
import type { Manifest } from '../manifest.ts'
import { countRowsByTable, openSnapshot } from '../snapshot.ts'
import { stagingStart, swapFiles, undoRestore } from './journal.ts'
import { prepareDatabase } from './prepare-database.ts'
import { backUpOldRows, copyOldFiles, encryptFolder, nameOfAside } from './put-aside.ts'
import { refuseRunnersOf, refuseServersOf } from './refuse-running.ts'
import { type StagedBackup, stageBackup, stagedNames } from './stage-backup.ts'

export interface RestoreTarget {
  dataDir: string
  /** `undefined`: the SQLite file of the data folder. */
  postgres: Db | undefined
  files: FileStore
  /** The path of the workbook, where it is a file in the data folder. */
  sheet: string | undefined
  version: string
}

interface Restore extends StagedBackup {
  /** When `false`, the place must be empty. */
  isReplacing: boolean
  /** Encrypts what is put aside. */
  asidePassphrase?: string | undefined
}

export interface Restored {
  manifest: Manifest
  /** The folder, or the encrypted archive, that holds the earlier state; `undefined` when there was none. */
  aside: string | undefined
}

/**
 * Restores a backup: unpacks it beside the present data, checks it and migrates it, and only then moves it in place.
 * Any failure before the end brings the earlier state back (docs/backup.md#restore).
 * @throws StartError, DataFolderInUse, StorageError
 */
export async function restoreBackup(target: RestoreTarget, restore: Restore): Promise<Restored> {
  const { dataDir, postgres } = target
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  using _lock = await lockDataFolder(dataDir)
  await undoRestore(dataDir)
  if (!restore.isReplacing) await requireNoRows(target)
  refuseRunnersOf(join(dataDir, stagedNames.database))
  if (postgres) await refuseServersOf(postgres)
  await using staging = await mkdtempDisposable(join(dataDir, stagingStart))
  return await restoreFrom(staging.path, target, restore)
}

async function restoreFrom(
  staging: string,
  target: RestoreTarget,
  restore: Restore,
): Promise<Restored> {
  const { dataDir, postgres, files, version } = target
  const { isReplacing } = restore
  const manifest = await stageBackup(restore, staging)
  await prepareDatabase(join(staging, stagedNames.database), manifest)
  const staged = openDiskFiles(join(staging, stagedNames.files))
  const hasFiles = manifest.files === 'included'
  if (!isReplacing && hasFiles) await requireNoFiles(files, new Set(await listFinished(staged)))
  const aside = join(dataDir, nameOfAside(new Date()))
  await mkdir(aside, { mode: 0o700 })
  if (isReplacing && postgres) await backUpOldRows(postgres, aside, version)
  if (hasFiles) {
    await copyOldFiles(files, staged, openDiskFiles(join(aside, 'files')))
    await copyFiles(staged, files)
  }
  const names = await nameSheet(staging, target)
  if (postgres) await replaceRows(staging, postgres, isReplacing)
  const swapped = postgres ? names : [stagedNames.database, ...names]
  await swapFiles({ dataDir, staging, aside, names: swapped })
  return { manifest, aside: await finishAside(aside, restore) }
}

async function requireNoRows({ dataDir, postgres }: RestoreTarget): Promise<void> {
  const isTaken = postgres
    ? Object.values(await countRowsByTable(postgres)).some((count) => count > 0)
    : existsSync(join(dataDir, stagedNames.database))
  if (!isTaken) return
  const where = postgres ? 'The database' : `The folder ${dataDir}`
  throw new StartError(
    `${where} is not empty. Restore into an empty place, or add --replace, which keeps what is there now in a folder of its own. Nothing was changed.`,
  )
}

async function requireNoFiles(files: FileStore, keys: ReadonlySet<string>): Promise<void> {
  const other = (await listFinished(files)).find((key) => !keys.has(key))
  if (other === undefined) return
  throw new StartError(
    `The storage holds other files (${other}). Use an empty one, or add --replace, which keeps them in a folder of their own. Nothing was changed.`,
  )
}

async function nameSheet(staging: string, { sheet }: RestoreTarget): Promise<string[]> {
  const found = join(staging, 'sheet')
  if (sheet === undefined || !existsSync(found)) return []
  const name = basename(sheet)
  await rename(found, join(staging, name))
  return [name]
}

async function replaceRows(staging: string, postgres: Db, isReplacing: boolean): Promise<void> {
  await using source = openSnapshot(join(staging, stagedNames.database))
  await fillPostgres(source, postgres, { isReplacing })
}

/**
 * Saves the earlier state, encrypted where there is a passphrase; leaves nothing when there was none. A data folder
 * whose rows go to PostgreSQL may have a workbook without being replaced.
 */
async function finishAside(
  aside: string,
  { isReplacing, asidePassphrase }: Restore,
): Promise<string | undefined> {
  if (isReplacing || (await readdir(aside)).length > 0) {
    return asidePassphrase === undefined ? aside : await encryptFolder(aside, asidePassphrase)
  }
  await rm(aside, { recursive: true, force: true })
  return undefined
}
