import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSqliteBusy } from '../database/sqlite-errors.ts'

/** Another process has locked the folder; the message names it. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

export interface DataFolderLock {
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
  const pathLock = await lockFolderPath(dataDir, deadline).catch((error: unknown) => {
    database.close()
    throw error
  })
  writeFileSync(holder, String(process.pid))
  return {
    release() {
      pathLock?.close()
      database.close()
    },
  }
}

/**
 * Locks the folder's path through an abstract socket named after it: when the folder is replaced while a server runs, a
 * second server still cannot start. Linux removes the socket with its process; other systems have no such sockets.
 */
async function lockFolderPath(dataDir: string, deadline: number): Promise<Server | undefined> {
  if (process.platform !== 'linux') return undefined
  const place = createHash('sha256').update(realpathSync(dataDir)).digest('hex')
  for (;;) {
    const server = createServer((socket) => socket.destroy()).unref()
    try {
      server.listen({ path: `\0smpw-dashboard-${place}` })
      await once(server, 'listening')
      return server
    } catch (error) {
      const isHeld = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      // Some systems forbid abstract sockets; the lock in the folder works anyway.
      if (!isHeld) return undefined
      if (performance.now() > deadline) {
        throw new DataFolderInUse(
          `Another server still runs whose data folder was at ${dataDir} before it was replaced. Stop it, or set DATA_DIR to another folder.`,
        )
      }
      await sleep(pauseMs)
    }
  }
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
