import { monitoringIntervalMs } from '@dashboard/contract/limits'
import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import { readAutoSync } from '../engines/github/auto-sync.ts'
import { countActiveUsers } from './presence.ts'

/** Returns how often to poll, in ms: 5 s while a user watches, 2 minutes while jobs run unwatched, else 5 minutes. */
export function chooseInterval(activeUsers: number, activeJobs: number): number {
  if (activeUsers > 0) return monitoringIntervalMs.watched
  return activeJobs > 0 ? monitoringIntervalMs.activeUnwatched : monitoringIntervalMs.idle
}

export async function readMonitoringStatus(
  db: ScopedDb,
  facts: Pick<MonitoringStatus, 'isMonitoring' | 'engine' | 'backup'>,
): Promise<MonitoringStatus> {
  const [activeUsers, monitoringJobs, autoSyncEnabled] = await Promise.all([
    countActiveUsers(db),
    countActiveJobs(db),
    readAutoSync(db),
  ])
  return {
    ...facts,
    activeUsers,
    currentInterval: chooseInterval(activeUsers, monitoringJobs),
    monitoringJobs,
    hasActiveUsers: activeUsers > 0,
    autoSyncEnabled,
  }
}

export async function readPollIntervalMs(db: Db): Promise<number> {
  const [activeUsers, activeJobs] = await Promise.all([countActiveUsers(db), countActiveJobs(db)])
  return chooseInterval(activeUsers, activeJobs)
}

function countActiveJobs(db: Db): Promise<number> {
  return countRows(selectActiveJobs(db))
}
