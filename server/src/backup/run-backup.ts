import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { readProgramVersion } from '@dashboard/store/program-version'
import { listSettings, type Settings } from '@dashboard/store/settings'
import { StartError } from '../start/start-error.ts'
import { backupName, pruneBackups } from './backup-folder.ts'
import { recordBackup } from './last-backup.ts'
import { type BackupMade, makeBackup } from './make-backup.ts'

interface Target {
  /** A file to be made, or a folder to make one in. */
  path: string
  passphrase: string | undefined
}

/**
 * Backs up what the settings name, and records that in the database.
 * @throws StartError, StorageError
 */
export async function runBackup(
  settings: Settings,
  { path, passphrase }: Target,
): Promise<BackupMade & { path: string }> {
  const { database } = settings
  if (database.kind === 'sqlite' && !existsSync(database.path)) {
    throw new StartError(
      `There is no database at ${database.path}. Set DATA_DIR as the server has it.`,
    )
  }
  const target = nameFile(path, passphrase !== undefined)
  const db = openDatabase(database, 'command')
  try {
    const source = { db, files: openFiles(settings.storage), sheet: sheetBesideData(settings) }
    const about = { settings: listSettings(), version: readProgramVersion() }
    const made = await makeBackup({ ...source, ...about }, { path: target, passphrase })
    await recordBackup(db, { at: made.manifest.madeAt, size: made.size })
    return { ...made, path: target }
  } finally {
    await db.destroy()
  }
}

/** The same into BACKUP_DIR, of which the oldest are then removed. */
export async function runScheduledBackup(
  settings: Settings,
): Promise<BackupMade & { path: string }> {
  const { folder, kept, passphrase } = settings.backup
  if (folder === undefined) throw new StartError('BACKUP_DIR is not set: set it to a folder.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = await runBackup(settings, { path: folder, passphrase })
  await pruneBackups(folder, kept)
  return made
}

/** The workbook, where it is a file in DATA_DIR; one elsewhere belongs to somebody else. */
export function sheetBesideData({
  spreadsheet,
  dataDir,
}: Pick<Settings, 'spreadsheet' | 'dataDir'>): string | undefined {
  const isBeside = spreadsheet.kind === 'file' && dirname(spreadsheet.path) === dataDir
  return isBeside ? spreadsheet.path : undefined
}

function nameFile(path: string, isEncrypted: boolean): string {
  const absolute = resolve(path)
  const isFolder = statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? join(absolute, backupName(new Date(), isEncrypted)) : absolute
}
