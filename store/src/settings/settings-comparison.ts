import { createHash } from 'node:crypto'
import type { Settings } from './settings.ts'
import type { RunSettings } from './settings-of-run.ts'

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

export function describeRunSettings(settings: Compared): RunSettings {
  const { database, storage, spreadsheet, sheetName, locust } = settings
  return {
    // The address is not compared: the server may use another name. Finding the job in the database proves that it is
    // the same one.
    database: database.kind,
    storage:
      storage.kind === 's3' ? `s3 ${fingerprint(`${storage.bucket}/${storage.prefix}`)}` : 'disk',
    spreadsheet:
      spreadsheet.kind === 'google' ? `google ${fingerprint(spreadsheet.id)}` : spreadsheet.kind,
    sheetName: fingerprint(sheetName),
    locust: locust?.credentials.kind.replace('none', 'open') ?? 'none',
    locustAddress: locust ? fingerprint(addressOf(locust.url)) : '',
    importMaxRemoval: String(settings.importMaxRemoval),
    reportPaper: settings.reportPaper === 'a4' ? 'a4' : 'letter',
    timeZone: settings.installation.timeZone,
  }
}

/** Returns a sentence for each setting of a run that differs from the server's. */
export function compareRunSettings(expected: RunSettings, found: RunSettings): string[] {
  return (Object.keys(found) as (keyof RunSettings)[]).flatMap((name) =>
    expected[name] === found[name] ? [] : (sentences[name](expected[name], found[name]) ?? []),
  )
}

type Sentence = (expected: string, found: string) => string | undefined

const another =
  (name: string, what: string): Sentence =>
  () =>
    `${name} names another ${what} than the server's.`

const valueDiffers =
  (name: string): Sentence =>
  (expected, found) =>
    `The variable ${name} comes to ${found} here, and to ${expected} on the server.`

const sentences: Record<keyof RunSettings, Sentence> = {
  database: (expected, found) =>
    `The secret DATABASE_URL is of the kind ${found} here, and ${expected} on the server.`,
  storage: another('The secret STORAGE_URL', 'bucket or prefix'),
  spreadsheet: another('The variable SPREADSHEET', 'spreadsheet'),
  sheetName: another('The variable SHEET_NAME', 'sheet'),
  locust: describeLocust,
  locustAddress: (expected, found) =>
    expected === '' || found === ''
      ? undefined
      : "The secret LOCUST_URL names another address than the server's.",
  importMaxRemoval: valueDiffers('IMPORT_MAX_REMOVAL'),
  reportPaper: valueDiffers('REPORT_PAPER'),
  timeZone: valueDiffers('TIME_ZONE'),
}

const credentialNames: Record<string, string> = {
  bearer: 'LOCUST_TOKEN',
  basic: 'LOCUST_USERNAME and LOCUST_PASSWORD',
}

function describeLocust(expected: string, found: string): string {
  if (found === 'none') return 'LOCUST_URL is not set here, but on the server.'
  if (expected === 'none') return 'LOCUST_URL is set here, but not on the server.'
  const wanted = credentialNames[expected]
  const has = credentialNames[found]
  if (wanted === undefined) return `${has} is set here, but not on the server.`
  return has === undefined
    ? `${wanted} is not set here, but on the server.`
    : `The server uses ${wanted}, but ${has} here.`
}

function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}

/** Returns a hash that is long enough to show a difference, but too short to reveal the text. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
