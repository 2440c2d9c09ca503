import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { dayMs } from '@dashboard/contract/duration'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { replaceFile } from '@dashboard/store/files/replace-file'
import { writeArchive } from '../archive.ts'
import { hashOfStored, listFinished } from '../copy-files.ts'
import { makeBackup } from '../make-backup.ts'

/**
 * Names of what a replacing restore and an upgrade keep in the data folder of the earlier state
 * (docs/backup.md#what-is-put-aside).
 */
const ofRestore = 'before-restore-'
const asideName = /^before-(restore|upgrade)-/
const retentionDays = 30

export function nameOfAside(at: Date): string {
  return `${ofRestore}${at.toISOString().replace(/[:.]/g, '-')}`
}

/** Copies the stored files that `next` does not hold or holds in another form. */
export async function copyOldFiles(stored: FileStore, next: FileStore, copy: FileStore) {
  for (const key of await listFinished(stored)) {
    const hash = await hashOfStored(next, key)
    if (hash !== undefined && hash === (await hashOfStored(stored, key))) continue
    const content = await readFile(stored, key)
    if (content) await copy.write(key, content, 'application/octet-stream')
  }
}

/** Backs up the rows of a PostgreSQL, since it cannot be moved away as a file can. */
export async function backUpOldRows(db: Db, folder: string, version: string): Promise<void> {
  await makeBackup({ db, settings: {}, version }, { path: join(folder, 'database.tar.gz') })
}

/** Packs a folder into one encrypted archive beside it and removes the folder; returns the path of the archive. */
export async function encryptFolder(folder: string, passphrase: string): Promise<string> {
  const path = `${folder}.tar.gz.age`
  await replaceFile(path, async (file) => {
    await file.chmod(0o600)
    await writeArchive(file, passphrase, async (archive) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries.filter((each) => each.isFile())) {
        const source = join(entry.parentPath, entry.name)
        const { size } = await stat(source)
        await archive.add(relative(folder, source), { size, stream: createReadStream(source) })
      }
    })
  })
  await rm(folder, { recursive: true })
  return path
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
