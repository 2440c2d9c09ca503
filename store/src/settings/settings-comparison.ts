import { createHash } from 'node:crypto'
import { SettingsError } from './setting.ts'
import type { Settings } from './settings.ts'

type Compared = Pick<
  Settings,
  | 'database'
  | 'storage'
  | 'spreadsheet'
  | 'sheetName'
  | 'locust'
  | 'importMaxRemoval'
  | 'reportPaper'
  | 'installation'
>

/**
 * What the server saves of its settings, for runs to compare with their own, by what GitHub calls them: words, and short
 * hashes where values must be equal; no secret.
 */
export type RunSettings = Readonly<Record<string, string>>

export function describeRunSettings(settings: Compared): RunSettings {
  const { database, storage, spreadsheet, sheetName, locust } = settings
  const credentials = locust?.credentials.kind
  return {
    // The address is not compared: the server may use another name. Finding the job in the database proves that it is
    // the same one.
    'secret DATABASE_URL': database.kind,
    'secret STORAGE_URL':
      storage.kind === 's3' ? fingerprint(`${storage.bucket}/${storage.prefix}`) : 'not set',
    'variable SPREADSHEET':
      spreadsheet.kind === 'google' ? fingerprint(spreadsheet.id) : spreadsheet.kind,
    'variable SHEET_NAME': fingerprint(sheetName),
    'secret LOCUST_URL': locust ? fingerprint(addressOf(locust.url)) : 'not set',
    'secret LOCUST_TOKEN': credentials === 'bearer' ? 'set' : 'not set',
    'secret LOCUST_PASSWORD': credentials === 'basic' ? 'set' : 'not set',
    'variable IMPORT_MAX_REMOVAL': String(settings.importMaxRemoval),
    'variable REPORT_PAPER': settings.reportPaper === 'a4' ? 'a4' : 'letter',
    'variable TIME_ZONE': settings.installation.timeZone,
  }
}

/**
 * Returns a sentence for each setting of a run that differs from the server's.
 * @throws SettingsError when a server of another version has saved them.
 */
export function compareRunSettings(expected: RunSettings, found: RunSettings): string[] {
  return Object.entries(found).flatMap(([name, own]) => {
    const servers = expected[name]
    if (servers === undefined) {
      throw new SettingsError(
        'The server has saved its settings as another version does. Set GITHUB_REF to the version of the server.',
      )
    }
    if (servers === own) return []
    return isHash(servers) && isHash(own)
      ? `The ${name} is not the same as the server's.`
      : `The ${name} is ${shown(own)} here, and ${shown(servers)} on the server.`
  })
}

function isHash(value: string): boolean {
  return value.startsWith('#')
}

function shown(value: string): string {
  return isHash(value) ? 'set' : value
}

function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}

/** Returns a hash that is long enough to show a difference, but too short to reveal the text. */
function fingerprint(text: string): string {
  return `#${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}
