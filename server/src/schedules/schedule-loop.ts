import { readDatabaseTime } from '@dashboard/store/database/database-clock'
import { isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { EngineLog } from '../workflows/engine.ts'
import { type RunDependencies, startDueRuns } from './start-due-runs.ts'
import { startReports } from './start-reports.ts'

const defaultTickMs = 5_000

interface LoopOptions extends RunDependencies {
  log: EngineLog
  tickMs?: number
}

/**
 * Begins what is due. Every server has this loop: the database decides which of them makes a run, so that none
 * waits for another that has died (docs/decisions/0028-schedules.md).
 */
export function createScheduleLoop({ log, tickMs = defaultTickMs, ...dependencies }: LoopOptions) {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined

  const runRound = async () => {
    await startReports(dependencies)
    await startDueRuns(dependencies, await readDatabaseTime(dependencies.db))
  }
  const tick = () => {
    round ??= runRound()
      .catch((error: unknown) => {
        // An outage is logged elsewhere, and the next round comes in any case.
        if (!isDatabaseUnavailable(error)) log.warn({ err: error }, 'Could not run the schedules')
      })
      .finally(() => {
        round = undefined
      })
  }

  return {
    open() {
      timer = setInterval(tick, tickMs)
      tick()
    },
    async close() {
      clearInterval(timer)
      await round
    },
  }
}
