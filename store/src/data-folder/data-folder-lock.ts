import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteBusy, repeatWhileBusy } from '../database/sqlite-errors.ts'
import { isDiskFull } from '../failures/system-failures.ts'

/** Another process has locked the folder; the message names it. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

export interface DataFolderLock extends Disposable {
  release(): void
}

const defaultTimeoutMs = 3_000

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
  try {
    await repeatWhileBusy(() => database.exec('begin exclusive'), performance.now() + timeoutMs)
  } catch (error) {
    database.close()
    if (!isSqliteBusy(error)) throw error
    throw new DataFolderInUse(
      `Another server, process ${readHolder(holder)}, already uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
  writeHolder(holder)
  const release = () => database.close()
  return { release, [Symbol.dispose]: release }
}

/** The lock holds even without this file, which a full disk has no room for. */
function writeHolder(path: string): void {
  try {
    writeFileSync(path, String(process.pid))
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8') || '(unknown)'
  } catch {
    return '(unknown)'
  }
}
