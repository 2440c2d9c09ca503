import { readDatabaseTime } from '@dashboard/store/database/database-clock'
import { BackgroundLoop } from '../background/background-loop.ts'
import type { EngineLog } from '../engines/job-engine.ts'
import { type RunDependencies, startDueRuns } from './start-due-runs.ts'
import { startReports } from './start-scheduled-reports.ts'

const tickMs = 5_000

interface LoopOptions extends RunDependencies {
  log: EngineLog
}

/**
 * Returns the loop that begins due runs. Every server has this loop: the database decides which of them begins a run,
 * so that none waits for another that has died (docs/decisions/0028-schedules.md).
 */
export function createScheduleLoop({ log, ...dependencies }: LoopOptions) {
  return new BackgroundLoop({
    async run() {
      await startReports(dependencies)
      await startDueRuns(dependencies, await readDatabaseTime(dependencies.db))
    },
    everyMs: tickMs,
    failed: 'Could not run the schedules',
    log,
  })
}
