import type { Db } from '../database/open-database.ts'
import { readPreference, savePreference } from '../database/preferences.ts'

const name = 'run-settings'

/** Keeps what the server expects of the settings of runs, for those that are started by hand. */
export async function saveExpectedSettings(db: Db, expects: string): Promise<void> {
  await savePreference(db, name, expects)
}

/** As `readExpectedSettings` takes it; empty when no server has said anything. */
export async function loadExpectedSettings(db: Db): Promise<string> {
  return (await readPreference<string>(db, name)) ?? ''
}
