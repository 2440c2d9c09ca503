import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '@dashboard/store/database/open-database'
import { startHeartbeat } from './heartbeat.ts'
import type { HeartbeatThreadData } from './start-heartbeat-thread.ts'

/** Entry point of the thread that start-heartbeat-thread.ts starts. */

const { database, job, everyMs } = workerData as HeartbeatThreadData

startHeartbeat(
  openDatabase(database, 'heartbeat'),
  job,
  () => parentPort?.postMessage('lost'),
  everyMs,
)
