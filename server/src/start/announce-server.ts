import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@dashboard/store/database/open-database'
import {
  countsAsRunningMs,
  type RunningServer,
  recordServer,
  removeServer,
} from '@dashboard/store/database/running-servers'
import { BackgroundLoop } from '../background/background-loop.ts'

const recordEveryMs = countsAsRunningMs / 3
const stopTimeoutMs = 2_000

export interface Announcement {
  /** Ends it, so that other programs may use the database; does not wait for one that does not respond. */
  end(): Promise<void>
}

/**
 * Records that this server runs, from before its first request on. A restore, and a program of another version that
 * would migrate the database, refuse while it does (docs/operations.md#updating).
 */
export async function announceServer(
  db: Db,
  announced: Omit<RunningServer, 'id'>,
  log: { warn(details: object, message: string): void },
): Promise<Announcement> {
  const server = { id: randomUUID(), ...announced }
  await recordServer(db, server)
  const recording = new BackgroundLoop({
    // A server that could not be recorded for a while is recorded again once the database responds.
    run: () => recordServer(db, server),
    everyMs: recordEveryMs,
    firstAfterMs: recordEveryMs,
    closesWithinMs: stopTimeoutMs,
    failed: 'Could not record that this server runs',
    log,
  })
  recording.open()
  return {
    async end() {
      await recording.close()
      const removed = removeServer(db, server.id).catch(() => {})
      await Promise.race([removed, sleep(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}
