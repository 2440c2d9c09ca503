import { join } from 'node:path'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { makeBackup } from '../backup/make-backup.ts'
import { hashOfStored, listFinished } from '../move/move-files.ts'

/** Copies the stored files that `next` does not hold in the same way. */
export async function copyOldFiles(stored: FileStore, next: FileStore, copy: FileStore) {
  for (const key of await listFinished(stored)) {
    const hash = await hashOfStored(next, key)
    if (hash !== undefined && hash === (await hashOfStored(stored, key))) continue
    const content = await readFile(stored, key)
    if (content) await copy.write(key, content, 'application/octet-stream')
  }
}

/** A PostgreSQL cannot be moved away, so what it holds is backed up. */
export async function backUpOldRows(db: Db, folder: string, version: string): Promise<void> {
  await makeBackup({ db, settings: {}, version }, { path: join(folder, 'database.tar.gz') })
}
