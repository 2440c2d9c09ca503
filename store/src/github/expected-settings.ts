import type { Db } from '../database/open-database.ts'
import { readPreference, savePreference } from '../database/preferences.ts'

const name = 'run-settings'

/** Saves the settings that the server expects of runs, for runs that are started by hand. */
export async function saveExpectedSettings(db: Db, expects: string): Promise<void> {
  await savePreference(db, name, expects)
}

/** Returns the text that `readExpectedSettings` parses; empty when no server has saved any. */
export async function loadExpectedSettings(db: Db): Promise<string> {
  return (await readPreference<string>(db, name)) ?? ''
}
