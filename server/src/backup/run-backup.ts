import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { readProgramVersion } from '@dashboard/store/program-version'
import { listSettings, type Settings } from '@dashboard/store/settings/settings'
import { StartError } from '../start/start-error.ts'
import { recordBackup } from './last-backup.ts'
import { type BackupMade, backupName, makeBackup } from './make-backup.ts'

const ownName = /^dashboard-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/

type BackupOfFile = BackupMade & { path: string }

interface Target {
  /** The file to make, or a folder to make one in. */
  path: string
  passphrase: string | undefined
  /** Includes older versions of reports. */
  hasAllVersions: boolean
}

/**
 * Backs up what the settings name, and records the backup in the database.
 * @throws StartError, StorageError
 */
export async function runBackup(settings: Settings, target: Target): Promise<BackupOfFile> {
  await using db = openExisting(settings)
  return await backUp(db, settings, target)
}

/** Backs up into BACKUP_DIR, and then removes the oldest backups there. */
export async function runScheduledBackup(settings: Settings): Promise<BackupOfFile> {
  await using db = openExisting(settings)
  return await backUpAsScheduled(db, settings)
}

/** Does the same with a database that is already open. */
export async function backUpAsScheduled(db: Db, settings: Settings): Promise<BackupOfFile> {
  const { folder, maxBackups, passphrase } = settings.backup
  if (folder === undefined) throw new StartError('BACKUP_DIR is not set: set it to a folder.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = await backUp(db, settings, { path: folder, passphrase, hasAllVersions: false })
  await pruneBackups(folder, maxBackups)
  return made
}

function openExisting({ database }: Settings): Db {
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new StartError(
      `There is no database at ${database.path}. Set DATA_DIR as the server has it.`,
    )
  }
  return openDatabase(database, 'command')
}

async function backUp(
  db: Db,
  settings: Settings,
  { path, passphrase, hasAllVersions }: Target,
): Promise<BackupOfFile> {
  const target = nameFile(path, passphrase !== undefined)
  const source = { db, files: await openFiles(settings.storage), sheet: sheetBesideData(settings) }
  const about = { settings: listSettings(), version: readProgramVersion() }
  const made = await makeBackup(
    { ...source, ...about, hasAllVersions },
    { path: target, passphrase, dataDir: settings.dataDir },
  )
  await recordBackup(db, { at: made.manifest.madeAt, size: made.size })
  return { ...made, path: target }
}

/** Returns the path of the workbook, where it is a file in DATA_DIR; a file elsewhere is not part of the data. */
export function sheetBesideData({
  spreadsheet,
  dataDir,
}: Pick<Settings, 'spreadsheet' | 'dataDir'>): string | undefined {
  const isBeside = spreadsheet.kind === 'file' && dirname(spreadsheet.path) === dataDir
  return isBeside ? spreadsheet.path : undefined
}

/** Returns the path of the backup. A file has the name given. */
function nameFile(path: string, isEncrypted: boolean): string {
  const absolute = resolve(path)
  const isFolder = statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? join(absolute, backupName('dashboard', isEncrypted)) : absolute
}

/** Removes the oldest backups of the folder, except the newest `maxBackups` (BACKUP_KEPT); files with other names stay. */
async function pruneBackups(folder: string, maxBackups: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort()
  for (const name of names.slice(0, Math.max(0, names.length - maxBackups)))
    await rm(join(folder, name))
}
