import { existsSync } from 'node:fs'
import { access, constants, type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { replaceFile } from '@dashboard/store/files/replace-file'
import { StartError } from '../start/start-error.ts'
import { type Archive, readArchive, readBytes, writeArchive } from './archive.ts'
import { openBackupStaging, removeKilledBackups } from './backup-staging.ts'
import { listFinished } from './copy-files.ts'
import { type ArchiveEntry, archiveNames, type Manifest, writeManifest } from './manifest.ts'
import { describeSnapshot, openSnapshot, takeSnapshot } from './snapshot.ts'

export interface BackupSource {
  db: Db
  /** When left out, the archive contains no files. */
  files?: FileStore | undefined
  /** Includes older versions of reports; when left out, only the current ones. */
  hasAllVersions?: boolean
  /** The path of the workbook, where it is a file beside the data. */
  sheet?: string | undefined
  /** The variables that are set, without secrets. */
  settings: Record<string, string>
  version: string
}

export interface BackupTarget {
  path: string
  passphrase?: string | undefined
  /** Where the unencrypted copy of the database is made. */
  dataDir: string
}

export interface BackupMade {
  manifest: Manifest
  /** The archive's size in bytes. */
  size: number
}

/** Returns a name for a backup of this instant, so that names sort by time. */
export function backupName(start: string, isEncrypted: boolean): string {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  return `${start}-${stamp}.tar.gz${isEncrypted ? '.age' : ''}`
}

/**
 * Writes a backup of everything while the server runs: under a temporary name, read back and compared with its
 * checksums, then renamed (docs/backup.md). What a killed backup has left is removed first.
 * @throws StartError, StorageError
 */
export async function makeBackup(
  source: BackupSource,
  { path, passphrase, dataDir }: BackupTarget,
): Promise<BackupMade> {
  refuseExisting(path)
  await removeKilledBackups(dataDir)
  await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
    throw new StartError(`The folder ${dirname(path)} cannot be written.`, { cause })
  })
  await using staging = await openBackupStaging(dataDir, path)
  const snapshot = join(staging.path, 'database.sqlite')
  await takeSnapshot(source.db, snapshot)
  if (source.files && !source.hasAllVersions) await leaveOutOlderVersions(snapshot)
  return await replaceFile(path, async (file) => {
    await file.chmod(0o600)
    const manifest = await writeArchive(file, passphrase, (archive) =>
      fillArchive(archive, source, snapshot),
    )
    await verify(file, passphrase)
    const { size } = await file.stat()
    return { manifest, size }
  })
}

/** Refuses to overwrite a backup: the one that exists may be the only good one. */
function refuseExisting(path: string): void {
  if (existsSync(path)) {
    throw new StartError(`There is already a file ${path}. Name another one; nothing was changed.`)
  }
}

async function fillArchive(
  archive: Archive,
  { db, files, sheet, settings, version }: BackupSource,
  snapshot: string,
): Promise<Manifest> {
  const entries: ArchiveEntry[] = files ? await addFiles(archive, files, snapshot) : []
  const missing = files ? await removeDeleted(db, snapshot, entries) : []
  if (sheet !== undefined) entries.push(...(await addSheet(archive, sheet)))
  const described = await describeSnapshot(snapshot)
  entries.push(await addFile(archive, archiveNames.database, snapshot))
  const manifest: Manifest = {
    format: 1,
    version,
    madeAt: new Date().toISOString(),
    database: isPostgres(db) ? 'postgres' : 'sqlite',
    ...described,
    files: files ? 'included' : 'left-out',
    missing,
    settings,
    entries,
  }
  const text = Buffer.from(writeManifest(manifest))
  await archive.add(archiveNames.manifest, { size: text.length, stream: Readable.from([text]) })
  return manifest
}

async function leaveOutOlderVersions(snapshot: string): Promise<void> {
  await using copy = openSnapshot(snapshot)
  await copy.deleteFrom('reports').where('isCurrent', '=', 0).execute()
}

/** Adds all files except those of reports that the snapshot does not contain. */
async function addFiles(
  archive: Archive,
  files: FileStore,
  snapshot: string,
): Promise<ArchiveEntry[]> {
  const named = await listReportKeys(snapshot)
  const isIncluded = (key: string) => !key.startsWith('reports/') || named.has(key)
  const entries: ArchiveEntry[] = []
  for (const key of (await listFinished(files)).filter(isIncluded)) {
    const file = await files.open(key)
    // Files that were deleted after the listing are missing here.
    if (file) entries.push(await archive.add(`${archiveNames.files}${key}`, file))
  }
  return entries
}

async function listReportKeys(snapshot: string): Promise<Set<string>> {
  await using copy = openSnapshot(snapshot)
  const rows = await copy.selectFrom('reports').select('storageKey').execute()
  return new Set(rows.map(({ storageKey }) => storageKey))
}

/**
 * Removes reports from the snapshot that were deleted meanwhile, so that their files are not in the archive; returns
 * the keys of files that are really missing.
 */
async function removeDeleted(
  db: Db,
  snapshot: string,
  entries: readonly ArchiveEntry[],
): Promise<string[]> {
  const stored = new Set(entries.map(({ name }) => name))
  await using copy = openSnapshot(snapshot)
  const reports = await copy.selectFrom('reports').select(['id', 'storageKey']).execute()
  const missing: string[] = []
  for (const { id, storageKey } of reports) {
    if (stored.has(`${archiveNames.files}${storageKey}`)) continue
    const existing = await db.selectFrom('reports').select('id').where('id', '=', id).execute()
    if (existing.length > 0) missing.push(storageKey)
    else await copy.deleteFrom('reports').where('id', '=', id).execute()
  }
  return missing
}

async function addSheet(archive: Archive, sheet: string): Promise<ArchiveEntry[]> {
  return existsSync(sheet)
    ? [await addFile(archive, `${archiveNames.sheet}${basename(sheet)}`, sheet)]
    : []
}

async function addFile(archive: Archive, name: string, path: string): Promise<ArchiveEntry> {
  // An export may replace the sheet meanwhile; the open file stays as it was.
  await using file = await open(path)
  const { size } = await file.stat()
  return await archive.add(name, { size, stream: Readable.from(readBytes(file)) })
}

async function verify(file: FileHandle, passphrase: string | undefined): Promise<void> {
  await readArchive(file, passphrase, async (_name, content) => {
    for await (const _chunk of content);
  }).catch((cause: unknown) => {
    throw new StartError('The backup could not be read back as it was written. Try again.', {
      cause,
    })
  })
}
