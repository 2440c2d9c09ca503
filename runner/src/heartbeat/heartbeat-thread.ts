import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@dashboard/store/database/open-database'
import { startHeartbeat } from './heartbeat.ts'
import type { HeartbeatThreadData } from './start-heartbeat-thread.ts'

/** Entry point of the thread that start-heartbeat-thread.ts starts. */

/**
 * If the main thread has not returned to its event loop for this long, it counts as hung and the lease is left to
 * expire.
 */
const hungMs = 5 * 60_000

const { database, job, everyMs, activityCounter } = workerData as HeartbeatThreadData
const signs = new Int32Array(activityCounter)
let lastSign = Atomics.load(signs, 0)
let lastSignAt = performance.now()

function isAlive(): boolean {
  const sign = Atomics.load(signs, 0)
  if (sign !== lastSign) {
    lastSign = sign
    lastSignAt = performance.now()
  }
  return performance.now() - lastSignAt < hungMs
}

startHeartbeat(
  openDatabase(database, 'heartbeat'),
  job,
  (reason) => parentPort?.postMessage(reason instanceof Error ? reason.message : String(reason)),
  { everyMs, isAlive },
)
