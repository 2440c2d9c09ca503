import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSqliteBusy } from './database/node-sqlite-dialect.ts'

/** The folder is locked; the message names the process that holds it. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

export interface DataFolderLock {
  release(): void
}

const defaultPatienceMs = 3_000
const pauseMs = 100

/**
 * Holds the data folder for this process. The lock ends with the process, however it ends; one that
 * is just ending gets a moment. Throws DataFolderInUse.
 */
export async function lockDataFolder(
  dataDir: string,
  patienceMs = defaultPatienceMs,
): Promise<DataFolderLock> {
  const holder = join(dataDir, 'lock.pid')
  const database = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  const givingUpAt = performance.now() + patienceMs
  while (!tryLock(database)) {
    if (performance.now() > givingUpAt) {
      database.close()
      throw new DataFolderInUse(
        `Another server, process ${readHolder(holder)}, already uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
      )
    }
    await sleep(pauseMs)
  }
  writeFileSync(holder, String(process.pid))
  return { release: () => database.close() }
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
