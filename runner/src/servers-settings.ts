import type { Db } from '@dashboard/store/database/open-database'
import { loadExpectedSettings } from '@dashboard/store/github/expected-settings'
import { SettingsError } from '@dashboard/store/settings/setting'
import type { Settings } from '@dashboard/store/settings/settings'
import {
  compareRunSettings,
  describeRunSettings,
} from '@dashboard/store/settings/settings-comparison'
import { settingsOnGithub } from '@dashboard/store/settings/settings-of-run'

/**
 * Compares a run's settings with those that the server has saved.
 * @throws SettingsError naming each setting that differs, or that a server of another version has saved them.
 */
export async function requireServersSettings(db: Db, settings: Settings): Promise<void> {
  const expected = await loadExpectedSettings(db)
  const differences = expected
    ? compareRunSettings(expected, describeRunSettings(settings))
    : settings.locust
      ? []
      : ['The secret LOCUST_URL is not set.']
  if (differences.length === 0) return
  throw new SettingsError(`${differences.join(' ')} Correct this ${settingsOnGithub}.`)
}
