import { monitoringIntervalMs } from '@dashboard/contract/limits'
import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import {
  findPreference,
  readPreference,
  savePreference,
} from '@dashboard/store/database/preferences'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import type { Presence } from './presence.ts'

const autoSync = 'auto-sync'

/** Returns how often to poll, in ms: 5 s while a user watches, 2 minutes while jobs run unwatched, else 5 minutes. */
export function chooseInterval(activeUsers: number, activeJobs: number): number {
  if (activeUsers > 0) return monitoringIntervalMs.watched
  return activeJobs > 0 ? monitoringIntervalMs.activeUnwatched : monitoringIntervalMs.idle
}

export async function readMonitoringStatus(
  db: ScopedDb,
  presence: Presence,
  facts: Pick<MonitoringStatus, 'isMonitoring' | 'engine' | 'backup'>,
): Promise<MonitoringStatus> {
  const [activeUsers, monitoringJobs, autoSyncEnabled] = await Promise.all([
    presence.count(),
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

export async function readPollIntervalMs(db: Db, presence: Presence): Promise<number> {
  const [activeUsers, activeJobs] = await Promise.all([presence.count(), countActiveJobs(db)])
  return chooseInterval(activeUsers, activeJobs)
}

function countActiveJobs(db: Db): Promise<number> {
  return countRows(db.selectFrom('jobs').where('status', 'in', ['queued', 'running']))
}

/** Returns whether auto-sync is on. It is off until somebody switches it on, and survives restarts. */
export async function readAutoSync(db: Db): Promise<boolean> {
  return (await readPreference<boolean>(db, autoSync)) ?? false
}

/** Returns when auto-sync was switched on; `undefined` while it is off. */
export async function readAutoSyncSince(db: Db): Promise<string | undefined> {
  const saved = await findPreference<boolean>(db, autoSync)
  return saved?.value ? saved.updatedAt : undefined
}

export async function saveAutoSync(db: Db, enabled: boolean): Promise<void> {
  await savePreference(db, autoSync, enabled)
}
