import { Worker } from 'node:worker_threads'
import type { Db } from '@dashboard/store/database/open-database'
import { heartbeatMs } from '@dashboard/store/jobs/renew-lease'
import type { DatabaseSettings } from '@dashboard/store/settings/settings'
import { type LeasedJob, type StartHeartbeat, startHeartbeat } from './heartbeat.ts'

export interface HeartbeatThreadData {
  database: DatabaseSettings
  job: LeasedJob
  everyMs: number
  /** A counter that the main thread raises while its event loop runs. */
  activityCounter: SharedArrayBuffer
}

const signEveryMs = 1_000
/**
 * Most jobs of one report are over by then, and starting the thread would take as long as the report. Work that
 * keeps the main thread busy from here on delays the first heartbeat, by less than the lease that came with the claim.
 */
const startAfterMs = 1_000

/**
 * Heartbeats from a thread with a database connection of its own, so that work that keeps the main thread
 * or its connection busy, such as a large import or a long report, does not stop them (decision 0004). A
 * main thread that hangs for minutes stops them. Should the thread itself fail, `db` is used instead.
 * The thread starts a second after the job.
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
