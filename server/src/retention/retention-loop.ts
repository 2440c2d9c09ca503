import { hourMs, minuteMs } from '@dashboard/contract/duration'
import type { RetainedKind } from '@dashboard/contract/system'
import { nowIso } from '@dashboard/store/database/column-values'
import { claimInterval } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../background/background-loop.ts'
import { recordRetentionRun, retentionIntervalMs } from './retention-state.ts'

const checkEveryMs = hourMs
/** The first requests are not slowed down. */
const firstAfterMs = minuteMs

export interface RetentionStep {
  what: RetainedKind
  /** Removes data that is old enough; returns how much. */
  remove(): Promise<number>
}

interface Dependencies {
  db: Db
  /** The steps in the order in which they run. */
  steps: readonly RetentionStep[]
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
}

/**
 * Returns the loop that removes data older than the retention settings, once a day by one server
 * (docs/privacy.md#removal-by-age).
 */
export function createRetention(dependencies: Dependencies): BackgroundLoop {
  const { db, steps, log } = dependencies

  const removeOld = async (stopping: AbortSignal) => {
    if (!(await claimInterval(db, 'retention', retentionIntervalMs))) return
    const removed: Partial<Record<RetainedKind, number>> = {}
    const failed: RetainedKind[] = []
    for (const { what, remove } of steps) {
      // The remaining steps run when the next interval begins.
      if (stopping.aborted) break
      try {
        removed[what] = await remove()
      } catch (error) {
        failed.push(what)
        log.warn({ err: error, what }, 'Could not remove expired data')
      }
    }
    await recordRetentionRun(db, { at: nowIso(), removed, failed })
    if (Object.values(removed).some((count) => count > 0)) {
      log.info({ removed }, 'Removed expired data')
    }
  }
  return new BackgroundLoop({
    run: removeOld,
    everyMs: checkEveryMs,
    firstAfterMs,
    failed: 'The retention could not run',
    log,
  })
}
