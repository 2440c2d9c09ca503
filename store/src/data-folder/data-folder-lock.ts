import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSqliteBusy } from '../database/sqlite-errors.ts'

/** Another process has locked the folder; the message names it. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

export interface DataFolderLock extends Disposable {
  release(): void
}

const defaultTimeoutMs = 3_000
const pauseMs = 100

/**
 * Locks the data folder for this process, waiting up to `timeoutMs` for another process that holds the lock. The lock
 * ends with the process, however the process ends.
 * @throws DataFolderInUse
 */
export async function lockDataFolder(
  dataDir: string,
  timeoutMs = defaultTimeoutMs,
): Promise<DataFolderLock> {
  const holder = join(dataDir, 'lock.pid')
  const database = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  const deadline = performance.now() + timeoutMs
  while (!tryLock(database)) {
    if (performance.now() > deadline) {
      database.close()
      throw new DataFolderInUse(
        `Another server, process ${readHolder(holder)}, already uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
      )
    }
    await sleep(pauseMs)
  }
  writeFileSync(holder, String(process.pid))
  const release = () => database.close()
  return { release, [Symbol.dispose]: release }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive')
    return true
  } catch (error) {
    if (isSqliteBusy(error)) return false
    throw error
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '(unknown)'
  }
}
