import type { Db } from '@dashboard/store/database/open-database'
import {
  findPreference,
  readPreference,
  savePreference,
} from '@dashboard/store/database/preferences'

/** Auto-sync: whether runs that were started on GitHub become jobs (docs/behavior.md#monitoring). */

const autoSync = 'auto-sync'

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
