import type { Db } from '@dashboard/store/database/open-database'
import {
  findStoredValue,
  readStoredValue,
  saveStoredValue,
} from '@dashboard/store/database/stored-values'

/**
 * Auto-sync: whether runs that were started on GitHub become jobs (docs/github-actions.md#what-githubs-states-become).
 */

const autoSync = 'auto-sync'

/** Returns whether auto-sync is on. It is off until somebody switches it on, and survives restarts. */
export async function readAutoSync(db: Db): Promise<boolean> {
  return (await readStoredValue<boolean>(db, autoSync)) ?? false
}

/** Returns when auto-sync was switched on; `undefined` while it is off. */
export async function readAutoSyncSince(db: Db): Promise<string | undefined> {
  const saved = await findStoredValue<boolean>(db, autoSync)
  return saved?.value ? saved.updatedAt : undefined
}

export async function saveAutoSync(db: Db, enabled: boolean): Promise<void> {
  await saveStoredValue(db, autoSync, enabled)
}
