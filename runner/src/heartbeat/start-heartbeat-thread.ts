import { Worker } from 'node:worker_threads'
import type { Db } from '@dashboard/store/database/open-database'
import { heartbeatMs } from '@dashboard/store/jobs/renew-lease'
import type { DatabaseSettings } from '@dashboard/store/settings/settings'
import { type LeasedJob, type StartHeartbeat, startHeartbeat } from './heartbeat.ts'

export interface HeartbeatThreadData {
  database: DatabaseSettings
  job: LeasedJob
  everyMs: number
  /** A counter that the main thread increases while its event loop runs. */
  activityCounter: SharedArrayBuffer
}

const signEveryMs = 1_000
/**
 * Most jobs with one report end sooner, and starting the thread takes as long as the report. Work that keeps the main
 * thread busy from here on delays the first heartbeat by less than the lease that came with the claim.
 */
const startAfterMs = 1_000

/**
 * Starts heartbeats from a thread with its own database connection, so that they continue while a large import or a
 * long report keeps the main thread or its connection busy (decision 0004). They stop when the main thread hangs for
 * minutes. If the thread itself fails, `db` is used instead. The thread starts a second after the job.
 */
export function heartbeatThread(
  database: DatabaseSettings,
  db: Db,
  everyMs = heartbeatMs,
): StartHeartbeat {
  return (job, onLost) => {
    const activityCounter = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    const signs = new Int32Array(activityCounter)
    const signing = setInterval(() => Atomics.add(signs, 0, 1), signEveryMs)
    const workerData: HeartbeatThreadData = { database, job, everyMs, activityCounter }
    let worker: Worker | undefined
    let stopSubstitute = async () => {}
    const starting = setTimeout(
      () => {
        worker = new Worker(new URL('./heartbeat-thread.ts', import.meta.url), { workerData })
        worker.on('message', (reason: string) => onLost(new Error(reason)))
        worker.on('error', () => {
          stopSubstitute = startHeartbeat(db, job, onLost, { everyMs }).stop
        })
      },
      Math.min(startAfterMs, everyMs),
    )
    return {
      async stop() {
        clearTimeout(starting)
        clearInterval(signing)
        await worker?.terminate()
        await stopSubstitute()
      },
    }
  }
}
