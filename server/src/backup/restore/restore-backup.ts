import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import type { Db } from '@dashboard/store/database/open-database'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import { type FileStore, StorageError } from '@dashboard/store/files/file-store'
import { codeOf } from '@dashboard/store/outside/error-code'
import { StartError } from '../../start/start-error.ts'
import { copyFiles, listFinished } from '../copy-files.ts'
import { fillPostgres } from '../copy-rows.ts'
import type { Manifest } from '../manifest.ts'
import { countRowsByTable, openSnapshot } from '../snapshot.ts'
import { type Aside, listReplaced, stagingStart, swapFiles, undoRestore } from './journal.ts'
import { prepareDatabase } from './prepare-database.ts'
import { prepareAside } from './put-aside.ts'
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
 * Any failure brings the earlier state back (docs/backup.md#restore).
 * @throws StartError, DataFolderInUse, StorageError
 */
export async function restoreBackup(target: RestoreTarget, restore: Restore): Promise<Restored> {
  try {
    return await restoreLocked(target, restore)
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause
    throw new StartError(
      `There is no room to restore: the disk of ${fullDisk(cause, target)} is full. Free some space, then restore again. Nothing was changed.`,
      { cause },
    )
  }
}

async function restoreLocked(target: RestoreTarget, restore: Restore): Promise<Restored> {
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

function fullDisk(error: unknown, { dataDir }: RestoreTarget): string {
  if (error instanceof StorageError) return 'the stored files'
  return codeOf(error) === '53100' ? 'PostgreSQL' : dataDir
}

async function restoreFrom(
  staging: string,
  target: RestoreTarget,
  restore: Restore,
): Promise<Restored> {
  const { dataDir, postgres, files, version } = target
  const { isReplacing, asidePassphrase: passphrase } = restore
  const manifest = await stageBackup(restore, staging)
  await prepareDatabase(join(staging, stagedNames.database), manifest)
  const staged = openDiskFiles(join(staging, stagedNames.files))
  const hasFiles = manifest.files === 'included'
  if (!isReplacing && hasFiles) await requireNoFiles(files, new Set(await listFinished(staged)))
  const sheet = await nameSheet(staging, target)
  const names = postgres ? sheet : [stagedNames.database, ...sheet]
  const { replacedTo, aside } = await prepareAside({
    dataDir,
    staging,
    names: listReplaced(dataDir, names),
    postgres,
    files: hasFiles ? { stored: files, next: staged } : undefined,
    isReplacing,
    passphrase,
    version,
  })
  if (hasFiles) await copyFiles(staged, files)
  const swap = { dataDir, staging, names, replacedTo, aside, hasRows: postgres !== undefined }
  await swapFiles(swap, async () => {
    if (postgres) await replaceRows(staging, postgres, restore, aside)
  })
  return { manifest, aside: aside?.kept }
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

async function replaceRows(
  staging: string,
  postgres: Db,
  { isReplacing }: Restore,
  aside: Aside | undefined,
): Promise<void> {
  await using source = openSnapshot(join(staging, stagedNames.database))
  try {
    await fillPostgres(source, postgres, { isReplacing })
  } catch (error) {
    // A connection that broke leaves unknown whether the rows are the new ones.
    if (aside && !isDatabaseUnavailable(error)) await rm(aside.kept, { recursive: true })
    throw error
  }
}
