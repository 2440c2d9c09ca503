import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderInUse, lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import { removeAbandoned } from '@dashboard/store/files/replace-file'

const stagingStart = '.backup-'
/** The file of a staging folder that holds the path of the archive that is written. */
const targetName = 'target'

export interface BackupStaging extends AsyncDisposable {
  path: string
}

/**
 * Makes a folder in the data folder for the unencrypted copy of the database that a backup to `target` is made of. It is
 * locked by this process, so that one that is left behind can be told from one in use.
 */
export async function openBackupStaging(dataDir: string, target: string): Promise<BackupStaging> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(dataDir, stagingStart))
  try {
    const lock = await lockDataFolder(path, 0)
    await writeFile(join(path, targetName), target)
    return {
      path,
      async [Symbol.asyncDispose]() {
        lock.release()
        await rm(path, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(path, { recursive: true, force: true })
    throw error
  }
}

/** Removes what killed backups have left: copies of the database, and archives that were not finished. */
export async function removeKilledBackups(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(stagingStart))) {
    const path = join(dataDir, name)
    try {
      using _lock = await lockDataFolder(path, 0)
      const target = await readFile(join(path, targetName), 'utf8').catch(() => undefined)
      if (target !== undefined) await removeAbandoned(target, { hasWriterEnded: true })
    } catch (error) {
      if (error instanceof DataFolderInUse) continue
      throw error
    }
    await rm(path, { recursive: true, force: true })
  }
}
