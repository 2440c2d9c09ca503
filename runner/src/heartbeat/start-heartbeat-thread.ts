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
 * Most jobs with one report end sooner, and starting the thread takes as long as the report. Work that keeps the main
 * thread busy from here on delays the first heartbeat by less than the lease that came with the claim.
 */
const startAfterMs = 1_000

/**
 * Starts heartbeats from a thread with its own database connection, so that they continue while a large import or a
 * long report keeps the main thread or its connection busy (decision 0004). The thread starts a second after the job; if
 * it fails, it ends the process, and the job is tried again.
 */
export function heartbeatThread(database: DatabaseSettings, everyMs = heartbeatMs): StartHeartbeat {
  return (job, onLost) => {
    const workerData: HeartbeatThreadData = { database, job, everyMs }
    let worker: Worker | undefined
    const starting = setTimeout(
      () => {
        worker = new Worker(new URL('./heartbeat-thread.ts', import.meta.url), { workerData })
        worker.on('message', (reason: string) => onLost(new Error(reason)))
      },
      Math.min(startAfterMs, everyMs),
    )
    return {
      async stop() {
        clearTimeout(starting)
        await worker?.terminate()
      },
    }
  }
}
