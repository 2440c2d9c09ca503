import type { Settings } from '@dashboard/store/settings/settings'
import {
  compareRunSettings,
  describeRunSettings,
} from '@dashboard/store/settings/settings-comparison'
import {
  type RunInputs,
  readExpectedSettings,
  settingsOnGithub,
} from '@dashboard/store/settings/settings-of-run'
import { SettingsError } from '@dashboard/store/settings/settings-variables'

/**
 * Compares a run's settings with the server's.
 * @throws SettingsError naming each setting that differs.
 */
export function requireServersSettings(settings: Settings, { expects }: RunInputs): void {
  const expected = readExpectedSettings(expects)
  if (expected === undefined) return
  const differences = compareRunSettings(expected, describeRunSettings(settings))
  if (differences.length === 0) return
  throw new SettingsError(`${differences.join(' ')} Correct this ${settingsOnGithub}.`)
}
