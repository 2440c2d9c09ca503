import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import type { DatabaseSettings, Settings } from '@dashboard/store/settings/settings'
import { connectDatabase } from '../start/connect-database.ts'
import { StartError } from '../start/start-error.ts'
import { copyFiles } from './copy-files.ts'
import { fillPostgres } from './copy-rows.ts'

export interface Moved {
  /** The number of rows, keyed by table. */
  rows: Map<string, number>
  /** `undefined` when the files stay where they are. */
  files: { count: number; bytes: number } | undefined
}

/**
 * Moves the data folder's rows into an empty PostgreSQL, and its files into STORAGE_URL when that is set. The folder is
 * not changed. Files go first: without rows they are not visible, and a second try finds them there. Data is copied
 * directly and not through a backup, which would take three times as long and twice the data's size on the disk.
 * @throws StartError, DataFolderInUse, StorageError
 */
export async function moveData(
  { dataDir, storage, backup }: Pick<Settings, 'dataDir' | 'storage' | 'backup'>,
  to: DatabaseSettings & { kind: 'postgres' },
): Promise<Moved> {
  const path = join(dataDir, 'dashboard.db')
  if (!existsSync(path)) {
    throw new StartError(`There is no database at ${path}. Set DATA_DIR as the server has it.`)
  }
  const lock = await lockDataFolder(dataDir)
  const opened: Db[] = []
  const open = async (settings: DatabaseSettings) => {
    const db = await connectDatabase(settings, {
      user: 'command',
      passphrase: backup.passphrase,
      hasFolderLock: true,
    })
    opened.push(db)
    return db
  }
  try {
    const source = await open({ kind: 'sqlite', path })
    const target = await open(to)
    // One writing transaction for the whole move, so that nobody changes the data that is being moved.
    return await source.transaction().execute(async (held) => {
      await refuseRunningJobs(held)
      const onDisk = openFiles({ kind: 'disk', path: join(dataDir, 'files') })
      const files = storage.kind === 's3' ? await copyFiles(onDisk, openFiles(storage)) : undefined
      return { rows: await fillPostgres(held, target), files }
    })
  } finally {
    for (const db of opened) await db.destroy()
    lock.release()
  }
}

/** Refuses while a job runs. A runner may go on after its server has ended; what it writes would then be lost. */
async function refuseRunningJobs(source: Db): Promise<void> {
  const running = await source
    .selectFrom('jobs')
    .select('type')
    .where('status', '=', 'running')
    .where('leaseExpiresAt', '>', nowIso())
    .executeTakeFirst()
  if (running) {
    throw new StartError(
      `A job of the type ${running.type} is still running. Wait half a minute, then move again; nothing was changed.`,
    )
  }
}
