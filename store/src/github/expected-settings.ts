import type { Db } from '../database/open-database.ts'
import { readStoredValue, saveStoredValue } from '../database/stored-values.ts'
import type { RunSettings } from '../settings/settings-comparison.ts'

const name = 'run-settings'

export async function saveExpectedSettings(db: Db, expected: RunSettings): Promise<void> {
  await saveStoredValue(db, name, expected)
}

/** Returns the settings that the server expects of runs; `undefined` when no server has saved any. */
export function loadExpectedSettings(db: Db): Promise<RunSettings | undefined> {
  return readStoredValue<RunSettings>(db, name)
}
