import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  releaseServerLease,
  renewServerLease,
  serverLeaseMs,
} from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../background/background-loop.ts'

const renewEveryMs = serverLeaseMs / 3
const stopTimeoutMs = 2_000

export interface ServerLease {
  /** Releases the lease, so that other programs may use the database; does not wait for one that does not respond. */
  release(): Promise<void>
}

/**
 * Records that this server runs, from before its first request on. A restore, and a program of another version that
 * would migrate the database, refuse while it does (docs/operations.md#updating).
 */
export async function holdServerLease(
  db: Db,
  version: string,
  log: { warn(details: object, message: string): void },
  sheetFolder?: string,
): Promise<ServerLease> {
  const id = [randomUUID(), sheetFolder].filter(Boolean).join(' ')
  await renewServerLease(db, id, version)
  const renewing = new BackgroundLoop({
    // A lease that cannot be renewed expires, and is acquired again once the database responds.
    run: () => renewServerLease(db, id, version),
    everyMs: renewEveryMs,
    firstAfterMs: renewEveryMs,
    closesWithinMs: stopTimeoutMs,
    failed: 'Could not renew the lease of this server',
    log,
  })
  renewing.open()
  return {
    async release() {
      await renewing.close()
      const released = releaseServerLease(db, id, version).catch(() => {})
      await Promise.race([released, sleep(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}
