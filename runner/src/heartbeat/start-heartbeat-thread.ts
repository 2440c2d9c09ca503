import { Worker } from 'node:worker_threads'
import { heartbeatMs } from '@dashboard/store/jobs/renew-lease'
import type { DatabaseSettings } from '@dashboard/store/settings/settings'
import type { LeasedJob, StartHeartbeat } from './heartbeat.ts'

export interface HeartbeatThreadData {
  database: DatabaseSettings
  job: LeasedJob
  everyMs: number
}

/**
 * Starts heartbeats from a thread with its own database connection, so that they continue while a large import or a
 * long report keeps the main thread or its connection busy (decision 0004). A thread that
 * fails ends the process, and the job is tried again.
 */
export function heartbeatThread(database: DatabaseSettings, everyMs = heartbeatMs): StartHeartbeat {
  return (job, onLost) => {
    const workerData: HeartbeatThreadData = { database, job, everyMs }
    const worker = new Worker(new URL('./heartbeat-thread.ts', import.meta.url), { workerData })
    worker.on('message', onLost)
    return {
      async stop() {
        await worker.terminate()
      },
    }
  }
}
