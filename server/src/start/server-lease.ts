import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { releaseServerLease, renewServerLease, serverLeaseMs } from '@dashboard/store/leader-leases'

const renewEveryMs = serverLeaseMs / 3
const stopTimeoutMs = 2_000

export interface ServerLease {
  /** Other programs may use the database from now on; one that does not answer is not waited for. */
  release(): Promise<void>
}

/**
 * Makes this server known to whoever must not touch the database beneath it: a restore, and a program of another
 * version that would migrate it (docs/operations.md#updating). Held from before the first request.
 */
export async function holdServerLease(db: Db, version: string): Promise<ServerLease> {
  const id = randomUUID()
  await renewServerLease(db, id, version)
  const timer = setInterval(() => {
    // One that cannot be renewed expires, and is acquired again once the database answers.
    renewServerLease(db, id, version).catch(() => {})
  }, renewEveryMs)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      const released = releaseServerLease(db, id, version).catch(() => {})
      await Promise.race([released, sleep(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}
