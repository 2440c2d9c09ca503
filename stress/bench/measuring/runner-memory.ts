import { setTimeout as sleep } from 'node:timers/promises'
import { startDashboard } from '../../../e2e/dashboard.ts'
import type { StoredDatabase } from '../../torture/kills/stored-content.ts'
import { mostMemoryMb, processTree } from './process-tree.ts'

/** Between two looks; what a process held at most is told until its end. */
const pauseMs = 20

/**
 * Lets a server run a queued job, the only one, and answers the most memory, in MB, that the job's process held at a
 * time. The server starts it with settings that hold its memory down.
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
      most = Math.max(most, ...runners.map(mostMemoryMb))
      const [row] = await query<{ status: string }>(`select status from jobs where id = '${job}'`)
      if (row?.status === 'completed') return most
      if (row?.status === 'failed') throw new Error(`The job ${job} failed`)
      await sleep(pauseMs)
    }
  } finally {
    await dashboard.stop()
  }
}
