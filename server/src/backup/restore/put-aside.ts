import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { dayMs } from '@dashboard/contract/duration'
import type { Db } from '@dashboard/store/database/open-database'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import type { FileStore } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { replaceFile } from '@dashboard/store/files/replace-file'
import { writeArchive } from '../archive.ts'
import { hashOfStored, listFinished } from '../copy-files.ts'
import { makeBackup } from '../make-backup.ts'
import type { Aside } from './journal.ts'

/**
 * Names of what a replacing restore and an upgrade keep in the data folder of the earlier state
 * (docs/backup.md#what-is-put-aside).
 */
const ofRestore = 'before-restore-'
const ofArchive = '.tar.gz.age'
const asideName = /^before-(restore|upgrade)-/
const retentionDays = 30

/** What a restore replaces, and where it works. */
interface Replaced {
  dataDir: string
  /** The folder of the restore in the data folder, which is deleted when the restore ends. */
  staging: string
  /** The names of files in the data folder. */
  names: readonly string[]
  /** A PostgreSQL whose rows are replaced. */
  postgres: Db | undefined
  /** The stored files, and those of the backup; `undefined` when it holds none. */
  files: { stored: FileStore; next: FileStore } | undefined
  isReplacing: boolean
  passphrase: string | undefined
  version: string
}

/**
 * Prepares in the staging folder what is kept of the earlier state: a folder, into which the swap then moves the
 * replaced files, or an encrypted archive that holds them already. Without an earlier state nothing is kept. A data
 * folder whose rows go to PostgreSQL may have a workbook without being replaced.
 */
export async function prepareAside(
  replaced: Replaced,
): Promise<{ replacedTo: string; aside: Aside | undefined }> {
  const { dataDir, staging, names, postgres, files, isReplacing, passphrase, version } = replaced
  const folder = join(staging, 'before')
  await mkdir(folder, { mode: 0o700 })
  if (isReplacing && postgres) {
    const target = { path: join(folder, 'database.tar.gz'), dataDir: staging }
    await makeBackup({ db: postgres, settings: {}, version }, target)
  }
  if (files) await copyOldFiles(files.stored, files.next, openDiskFiles(join(folder, 'files')))
  const isKept = isReplacing || names.length > 0 || (await readdir(folder)).length > 0
  if (!isKept) return { replacedTo: folder, aside: undefined }
  const kept = join(dataDir, `${ofRestore}${new Date().toISOString().replace(/[:.]/g, '-')}`)
  if (passphrase === undefined) return { replacedTo: kept, aside: { prepared: folder, kept } }
  const prepared = `${folder}${ofArchive}`
  await writeEncrypted(prepared, passphrase, [
    ...names.map((name) => ({ name, path: join(dataDir, name) })),
    ...(await listFilesOf(folder)),
  ])
  return { replacedTo: folder, aside: { prepared, kept: `${kept}${ofArchive}` } }
}

/** Copies the stored files that `next` does not hold or holds in another form. */
async function copyOldFiles(stored: FileStore, next: FileStore, copy: FileStore) {
  for (const key of await listFinished(stored)) {
    const hash = await hashOfStored(next, key)
    if (hash !== undefined && hash === (await hashOfStored(stored, key))) continue
    const content = await readFile(stored, key)
    if (content) await copy.write(key, content, 'application/octet-stream')
  }
}

async function listFilesOf(folder: string): Promise<{ name: string; path: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path), path }))
}

/** Writes files into one encrypted archive. */
export async function writeEncrypted(
  path: string,
  passphrase: string,
  files: readonly { name: string; path: string }[],
): Promise<void> {
  await replaceFile(path, async (file) => {
    await file.chmod(0o600)
    await writeArchive(file, passphrase, async (archive) => {
      for (const { name, path: source } of files) {
        const { size } = await stat(source)
        await archive.add(name, { size, stream: createReadStream(source) })
      }
    })
  })
}

/** Removes what was put aside long ago and is no longer needed; returns how many were removed. */
export async function removeOldAsides(dataDir: string): Promise<number> {
  let removed = 0
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((each) => asideName.test(each))) {
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs < retentionDays * dayMs) continue
    await rm(path, { recursive: true })
    removed += 1
  }
  return removed
}
