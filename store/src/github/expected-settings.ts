import type { Db } from '../database/open-database.ts'
import { readStoredValue, saveStoredValue } from '../database/stored-values.ts'
import { SettingsError } from '../settings/setting.ts'
import { RunSettings } from '../settings/settings-of-run.ts'

const name = 'run-settings'

export async function saveExpectedSettings(db: Db, expected: RunSettings): Promise<void> {
  await saveStoredValue(db, name, expected)
}

/**
 * Returns the settings that the server expects of runs; `undefined` when no server has saved any.
 * @throws SettingsError when a server of another version has saved them.
 */
export async function loadExpectedSettings(db: Db): Promise<RunSettings | undefined> {
  const saved = await readStoredValue<unknown>(db, name)
  if (saved === undefined) return undefined
  const expected = RunSettings.safeParse(saved)
  if (expected.success) return expected.data
  throw new SettingsError(
    'The server has saved its settings as another version does. Set GITHUB_REF to the version of the server.',
  )
}
