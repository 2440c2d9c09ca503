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

/**
 * Records that this server runs, from before its first request on. A restore, and a program of another version that
 * would migrate the database, refuse while it does (docs/operations.md#updating). Closing the returned loop ends that; it
 * does not wait for a database that does not respond.
 */
export async function announceServer(
  db: Db,
  announced: Omit<RunningServer, 'id'>,
  log: { warn(details: object, message: string): void },
): Promise<BackgroundLoop> {
  const server = { id: randomUUID(), ...announced }
  await recordServer(db, server)
  const recording = new BackgroundLoop({
    // A server that could not be recorded for a while is recorded again once the database responds.
    run: () => recordServer(db, server),
    everyMs: recordEveryMs,
    firstAfterMs: recordEveryMs,
    closesWithinMs: stopTimeoutMs,
    afterwards: () =>
      Promise.race([removeServer(db, server.id), sleep(stopTimeoutMs, undefined, { ref: false })]),
    failed: 'Could not record that this server runs',
    log,
  })
  recording.open()
  return recording
}
