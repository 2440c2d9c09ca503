import { setTimeout as sleep } from 'node:timers/promises'
import { startDashboard } from '../../../e2e/dashboard.ts'
import type { StoredDatabase } from '../../torture/kills/stored-content.ts'
import { memoryMb, processTree } from './process-figures.ts'

/** Pause between two readings. The highest memory can be read until the process ends. */
const pauseMs = 20

/**
 * Lets a server run the only queued job, and returns the highest memory of the job's process in MB.
 */
export async function measureRunnerMemory(
  { query, environment }: StoredDatabase,
  folder: string,
  job: string,
): Promise<number> {
  const dashboard = await startDashboard({ ...environment }, folder)
  try {
    let most = 0
    for (;;) {
      const runners = processTree(dashboard.pid).filter((pid) => pid !== dashboard.pid)
      most = Math.max(most, ...runners.map((pid) => memoryMb(pid, 'peak')))
      const [row] = await query<{ status: string }>(`select status from jobs where id = '${job}'`)
      if (row?.status === 'completed') return most
      if (row?.status === 'failed') throw new Error(`The job ${job} failed`)
      await sleep(pauseMs)
    }
  } finally {
    await dashboard.stop()
  }
}
