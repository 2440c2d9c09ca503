import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dayMs, hourMs, minuteMs } from '@dashboard/contract/duration'
import { usernameText } from '@dashboard/contract/person-names'
import { z } from 'zod'
import {
  addressWithPassword,
  headerSecret,
  howToEscape,
  numberFrom,
  type Setting,
  SettingsError,
  setting,
  text,
  type ValuesOf,
  webAddress,
} from './setting.ts'
import { isTimeZone } from './settings-installation.ts'
import { notices } from './settings-notices.ts'

const durationUnitMs = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs } as const

/** The dashboard answers at the root of its host: links below a path would lead nowhere. */
const rootAddress = webAddress.refine((address) => {
  const { origin, pathname, href } = new URL(address)
  return /^\/+$/.test(pathname) && href === origin + pathname
})
const fraction = z
  .string()
  .regex(/^\d*\.?\d+$/)
  .transform(Number)
  .pipe(z.number().min(0).max(1))
const duration = z
  .string()
  .regex(/^[1-9]\d{0,5}[smhd]$/)
  .transform(
    (text) =>
      Number.parseInt(text, 10) * durationUnitMs[text.at(-1) as keyof typeof durationUnitMs],
  )
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
/** HTTP without TLS is allowed only on the same machine, for trying things out. */
const issuer = webAddress.refine((address) => {
  const { protocol, hostname, search, hash } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || isHere) && search === '' && hash === ''
})
const onOrOff = z.enum(['on', 'off'])
const proxies = z
  .string()
  .transform((text): false | number | string[] => {
    if (/^\d+$/.test(text)) return Number(text) === 0 ? false : Number(text)
    return text.split(',').map((address) => address.trim())
  })
  .refine((value) => !Array.isArray(value) || value.every(isProxyAddress))
/** A name from the time zone database; an offset alone would not follow daylight saving time. */
const timeZone = z
  .string()
  .regex(/^[a-z]/i)
  .refine(isTimeZone)
const outsideSystem = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^\P{C}+$/u)
/** A key as GitHub creates it for an App, also on one line with escaped line breaks; converted to PKCS#8. */
const appKey = z.string().transform((pem, context) => {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyType === 'rsa')
      return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    // The check below refuses it.
  }
  context.addIssue('It is not a private RSA key.')
  return z.NEVER
})
const proxyRanges = ['loopback', 'linklocal', 'uniquelocal']

/** Whether text is an address, optionally with the length of its network after a slash, or a name for some networks. */
function isProxyAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0) return proxyRanges.includes(text)
  const longest = version === 4 ? 32 : 128
  return (
    more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  )
}

const server = {
  PORT: setting(numberFrom(0, 65_535), {
    default: '3000',
    expected: 'a port number from 0 to 65535',
    meaning: 'where the server listens',
  }),
  HOST: setting(text, {
    default: '127.0.0.1',
    expected: 'a host name or address',
    meaning: 'and on which address',
  }),
  PUBLIC_URL: setting(rootAddress, {
    expected:
      'the http or https address at which people open the dashboard, without a path, such as https://dashboard.example.org',
    meaning: 'for links in messages, [passkeys](sign-in.md#passkeys) and an OpenID provider',
  }),
  TRUST_PROXY: setting(proxies, {
    unset: '`X-Forwarded-*` is ignored',
    expected: 'a number of proxies, or their addresses separated by commas',
    meaning: '[the reverse proxies](operations.md#a-proxy-with-a-certificate) in front',
  }),
  METRICS_TOKEN: setting(text, {
    expected: 'some text',
    meaning: 'switches on `GET /metrics`',
    secret: true,
  }),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    default: 'info',
    expected: 'fatal, error, warn, info, debug, trace or silent',
    meaning: 'the least level that is logged',
  }),
  TIME_ZONE: setting(timeZone, {
    default: 'America/New_York',
    expected: 'a time zone like America/New_York or Europe/Berlin',
    meaning: 'the zone of all times that are shown, and of schedules, backups and reports',
    forRunners: true,
  }),
  OUTSIDE_SYSTEM_NAME: setting(outsideSystem, {
    default: 'Locust',
    expected: 'a name of at most 40 characters',
    meaning: 'what screens and messages call the system that volunteers come from',
    forRunners: true,
  }),
}

const databaseAndFiles = {
  DATA_DIR: setting(text, {
    default: './data',
    expected: 'a folder',
    meaning: 'everything that the embedded default keeps',
    forRunners: true,
  }),
  DATABASE_URL: setting(addressWithPassword(/^postgres(ql)?$/), {
    unset: 'SQLite in `DATA_DIR`',
    expected: `an address like postgres://user:password@host:5432/name (${howToEscape})`,
    meaning: 'PostgreSQL 14 or newer ([more](beyond-one-machine.md))',
    secret: true,
    forRunners: true,
  }),
  DATABASE_CA: setting(text, {
    expected: 'a certificate, or the path of one',
    meaning: "[TLS](beyond-one-machine.md#tls): the certificate that signed the server's",
    secret: true,
    forRunners: true,
  }),
  DATABASE_CERT: setting(text, {
    expected: 'a certificate, or the path of one',
    meaning: 'TLS: the client certificate',
    secret: true,
    forRunners: true,
  }),
  DATABASE_KEY: setting(text, {
    expected: 'a private key, or the path of one',
    meaning: 'TLS: the key of the client certificate',
    secret: true,
    forRunners: true,
  }),
  DATABASE_POOL: setting(numberFrom(1, 50), {
    unset: '`10`',
    expected: 'a number of connections from 1 to 50',
    meaning: 'most connections of a server to PostgreSQL',
  }),
  STORAGE_URL: setting(z.url({ protocol: /^s3$/ }), {
    unset: 'files in `DATA_DIR`',
    expected: 'an address like s3://bucket/prefix?region=us-east-1',
    meaning:
      '[object storage](beyond-one-machine.md#object-storage-s3); credentials from the usual AWS variables',
    secret: true,
    forRunners: true,
  }),
}

const signingIn = {
  SESSION_SECRET: setting(z.string().min(32), {
    unset: 'made once, kept in `DATA_DIR`',
    expected: 'at least 32 characters',
    meaning:
      'signs sessions, encrypts keys of [authenticator apps](sign-in.md#what-is-kept); needed with `DATABASE_URL`, the same on every server',
    secret: true,
  }),
  SESSION_TTL: setting(duration, {
    default: '12h',
    expected: 'a duration like 30m, 12h or 7d',
    meaning: 'how long a session lasts',
  }),
  SESSION_IDLE: setting(
    duration.refine((idleMs) => idleMs >= 15 * durationUnitMs.m),
    {
      expected: 'a duration of 15m or more, like 30m, 2h or 1d',
      meaning: 'ends a session without a request for so long ([more](accounts.md#sessions))',
    },
  ),
  PASSWORD_RULES: setting(z.enum(['plain', 'strict']), {
    default: 'plain',
    expected: '"plain" or "strict"',
    meaning: '`strict` refuses the 10,000 most used passwords as new ones',
  }),
  SECOND_FACTOR: setting(z.enum(['optional', 'administrators']), {
    default: 'optional',
    expected: '"optional" or "administrators"',
    meaning: 'who has to set up a [second step](sign-in.md#required-of-administrators)',
  }),
  ADMIN_USERNAME: setting(usernameText(), {
    default: 'admin',
    expected: 'a username of at most 100 characters, none of them invisible',
    meaning: 'the first administrator, created only while there is no user',
  }),
  ADMIN_PASSWORD: setting(z.string().min(6), {
    unset: 'made and printed once',
    expected: 'at least 6 characters',
    meaning: 'the password of that administrator',
    secret: true,
  }),
  PASSWORD_SIGN_IN: setting(onOrOff, {
    default: 'on',
    expected: '"on" or "off"',
    meaning: 'with `off` only `RESCUE_ADMIN` may sign in with a password',
  }),
  RESCUE_ADMIN: setting(usernameText(), {
    expected: 'the username of an administrator',
    meaning: 'needed with `PASSWORD_SIGN_IN=off`',
  }),
}

const openIdProvider = {
  OIDC_ISSUER: setting(issuer, {
    expected: 'the https address of an OpenID provider',
    meaning: 'signing in with [an OpenID provider](sign-in-openid.md); needs `PUBLIC_URL`',
  }),
  OIDC_CLIENT_ID: setting(text, { expected: 'some text', meaning: "the dashboard's id there" }),
  OIDC_CLIENT_SECRET: setting(text, {
    expected: 'some text',
    meaning: "the dashboard's secret there",
    secret: true,
  }),
  OIDC_NAME: setting(text.max(40), {
    unset: "the issuer's host",
    expected: 'a name of at most 40 characters',
    meaning: 'what the button calls it',
  }),
  OIDC_SCOPE: setting(text.regex(/(^| )openid( |$)/), {
    default: 'openid profile email',
    expected: 'scopes separated by blanks, "openid" among them',
    meaning: 'what it is asked for',
  }),
  OIDC_SIGN_UP: setting(onOrOff, {
    default: 'off',
    expected: '"on" or "off"',
    meaning: '`on` makes an account at the first sign-in',
  }),
  OIDC_ROLE_CLAIM: setting(text, {
    expected: 'the name of a claim',
    meaning: 'the claim that decides who gets an account ([more](sign-in-openid.md#set-it-up))',
  }),
  OIDC_ADMIN_VALUES: setting(list, {
    expected: 'values separated by commas',
    meaning: 'its values for administrators',
  }),
  OIDC_USER_VALUES: setting(list, {
    expected: 'values separated by commas',
    meaning: 'its values for users',
  }),
}

const locustAndTheSheet = {
  LOCUST_URL: setting(webAddress, {
    unset: 'sample data',
    expected: 'an http or https address',
    meaning: 'from where Locust is exported, as CSV, JSON or XLSX',
    secret: true,
    forRunners: true,
  }),
  LOCUST_TOKEN: setting(headerSecret, {
    expected: 'a token of letters, digits and signs on one line',
    meaning: 'bearer authentication',
    secret: true,
    forRunners: true,
  }),
  LOCUST_USERNAME: setting(text, {
    expected: 'a username',
    meaning: 'basic authentication',
    forRunners: true,
  }),
  LOCUST_PASSWORD: setting(text, {
    expected: 'some text',
    meaning: 'basic authentication',
    secret: true,
    forRunners: true,
  }),
  SPREADSHEET: setting(z.string().regex(/^(file|file:.+\.(xlsx|csv)|google:[\w-]+)$/i), {
    default: 'file',
    expected: '"file", "file:/path/to.xlsx", "file:/path/to.csv" or "google:<spreadsheet id>"',
    meaning: 'the sheet between export and import, with `file` a workbook in `DATA_DIR`',
    forRunners: true,
  }),
  SHEET_NAME: setting(text.max(100), {
    unset: '`Data_Import`',
    expected: 'the name of a sheet, at most 100 characters',
    meaning: 'the sheet that an export writes and an import reads',
    forRunners: true,
  }),
  GOOGLE_SERVICE_ACCOUNT: setting(text, {
    expected: 'a service-account key, as JSON or as a path to it',
    meaning: 'for a `google:` sheet',
    secret: true,
    forRunners: true,
  }),
  GOOGLE_SHEETS_API_URL: setting(webAddress, {
    unset: "Google's own",
    expected: 'an http or https address',
    meaning: 'another root address',
    forRunners: true,
  }),
  IMPORT_MAX_REMOVAL: setting(fraction, {
    default: '0.5',
    expected: 'a share from 0 to 1',
    meaning: 'the share of the volunteers that one import may remove',
    forRunners: true,
  }),
}

const jobsAndReports = {
  REPORT_PAPER: setting(z.enum(['letter', 'a4']), {
    default: 'letter',
    expected: '"letter" or "a4"',
    meaning: 'the paper of the PDFs',
    forRunners: true,
  }),
  WORKFLOW_ENGINE: setting(z.enum(['local', 'github']), {
    default: 'local',
    expected: '"local" or "github"',
    meaning: 'where jobs run: here or as [GitHub Actions](github-actions.md)',
  }),
  GITHUB_REPOSITORY: setting(z.string().regex(/^[\w.-]+\/[\w.-]+$/), {
    expected: 'owner/name',
    meaning: 'the repository whose workflow runs',
  }),
  GITHUB_REF: setting(text, {
    default: 'main',
    expected: 'a branch or a tag',
    meaning: 'its branch or release',
  }),
  GITHUB_TOKEN: setting(headerSecret, {
    expected: 'a token of letters, digits and signs on one line',
    meaning: 'with read and write access to Actions',
    secret: true,
  }),
  GITHUB_APP_ID: setting(z.string().regex(/^[\w.]+$/), {
    expected: "a GitHub App's id or client id",
    meaning: '[an App](github-actions.md#a-github-app) in place of the token',
  }),
  GITHUB_APP_INSTALLATION_ID: setting(z.string().regex(/^[1-9]\d{0,14}$/), {
    expected: 'the number of an installation',
    meaning: 'where it is installed',
  }),
  GITHUB_APP_PRIVATE_KEY: setting(appKey, {
    expected: 'a private key as GitHub makes it: RSA, in PEM',
    meaning: 'its key',
    secret: true,
  }),
  GITHUB_API_URL: setting(webAddress, {
    unset: "GitHub's own",
    expected: 'an http or https address',
    meaning: "another root address, such as an Enterprise Server's",
  }),
  JOBS_AT_ONCE: setting(numberFrom(1, 64), {
    unset: 'one for each core and gigabyte',
    expected: 'a number of jobs from 1 to 64',
    meaning: 'most report jobs that run at a time on this machine',
  }),
  RUNNER_PLACE: setting(z.enum(['server', 'github']), {
    default: 'server',
    expected: '"server" or "github"',
    meaning: '`github` in a run of GitHub Actions; set by its workflow',
  }),
}

const keptDays = (days: string, meaning: string) =>
  setting(numberFrom(0, 9_999), {
    default: days,
    expected: 'a number of days from 0 (forever) to 9999',
    meaning,
  })

const retention = {
  KEEP_JOBS_DAYS: keptDays('400', 'jobs that have ended ([more](privacy.md#removal-by-age))'),
  KEEP_REPORTS_DAYS: keptDays('400', 'reports'),
  KEEP_REPORT_VERSIONS: setting(numberFrom(0, 999), {
    default: '5',
    expected: 'a number of versions from 0 (all) to 999',
    meaning: 'versions of each report; the older ones are deleted once a day',
  }),
  KEEP_IMPORTS_DAYS: keptDays('90', 'what imports changed'),
  KEEP_CALLS_DAYS: keptDays('730', 'calls to volunteers'),
  KEEP_AUDIT_DAYS: keptDays('400', 'the audit log'),
}

const backups = {
  BACKUP_DIR: setting(text, {
    expected: 'a folder',
    meaning: 'makes a [backup](backup.md#schedule) there every day',
  }),
  BACKUP_TIME: setting(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), {
    default: '02:30',
    expected: 'a time of day from 00:00 to 23:59',
    meaning: 'when backups are made',
  }),
  BACKUP_KEPT: setting(numberFrom(1, 366), {
    default: '14',
    expected: 'a number of backups from 1 to 366',
    meaning: 'how many are kept',
  }),
  BACKUP_PASSPHRASE: setting(z.string().min(12), {
    expected: 'at least 12 characters',
    meaning: 'encrypts backups, and opens them',
    secret: true,
  }),
}

/** Every setting once, in the order of docs/settings.md. */
export const settingGroups: readonly {
  title: string
  settings: Record<string, Setting<unknown>>
}[] = [
  { title: 'Server', settings: server },
  { title: 'Database and files', settings: databaseAndFiles },
  { title: 'Signing in', settings: signingIn },
  { title: 'OpenID provider', settings: openIdProvider },
  { title: 'Locust and the sheet', settings: locustAndTheSheet },
  { title: 'Jobs and reports', settings: jobsAndReports },
  { title: 'How long things are kept', settings: retention },
  { title: 'Notices', settings: notices },
  { title: 'Backups', settings: backups },
]

const rules = {
  ...server,
  ...databaseAndFiles,
  ...signingIn,
  ...openIdProvider,
  ...locustAndTheSheet,
  ...jobsAndReports,
  ...retention,
  ...notices,
  ...backups,
}

const rows: Readonly<Record<string, Setting<unknown>>> = rules

export type Variables = ValuesOf<typeof rules>

/**
 * Cuts the ends of lines off values in `environment`, and blanks off those that are no secret: a file of variables that
 * was saved on Windows, or a value that was pasted, ends in them. It cuts in place, since the S3 client and runners
 * read the same variables. Returns the names.
 */
export function trimValues(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const known = rows[name.replace(/_FILE$/, '')]
    if (known === undefined && !name.startsWith('AWS_')) return []
    const isSecret = known?.secret === true || name.startsWith('AWS_')
    const line = value.replace(/[\r\n]+$/, '')
    // A value of blanks alone is refused, not taken for one that is unset.
    const cut = isSecret ? line : line.trimEnd() || line
    if (cut === value) return []
    environment[name] = cut
    return [name]
  })
}

/**
 * Parses each variable by its rule; an empty one counts as unset.
 * @throws SettingsError naming each variable that is wrong.
 */
export function readVariables(environment: NodeJS.ProcessEnv): Variables {
  const faults: string[] = []
  const entries = Object.entries(rows).map(([name, row]) => {
    try {
      return [name, readVariable(environment, name, row)]
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      faults.push(error.message)
      return [name, undefined]
    }
  })
  if (faults.length > 0) throw new SettingsError(faults.join(' '))
  return Object.fromEntries(entries)
}

function readVariable(environment: NodeJS.ProcessEnv, name: string, row: Setting<unknown>) {
  const { schema, expected, secret } = row
  const value = environment[name] || (secret && readSecretFile(environment, name)) || row.default
  if (value === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const holds = secret ? 'holds a value (not shown)' : `is "${value}"`
  throw new SettingsError(`${name} ${holds}, but ${expected} is expected.`)
}

/**
 * Reads a secret from the file that `NAME_FILE` names, as secrets of containers and credentials of systemd are
 * provided.
 */
function readSecretFile(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = environment[`${name}_FILE`]
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '') || undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `${name}_FILE is "${path}", a file that cannot be read (${code}): correct it, or set ${name}.`,
    )
  }
}

/** Returns a sentence where a proxy is set that Node uses only when it is told to. */
export function describeIgnoredProxy(environment: NodeJS.ProcessEnv): string[] {
  const name = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find(
    (each) => environment[each],
  )
  const options = [environment.NODE_OPTIONS ?? '', ...process.execArgv].join(' ')
  const isUsed = environment.NODE_USE_ENV_PROXY === '1' || options.includes('--use-env-proxy')
  if (name === undefined || isUsed) return []
  return [
    `${name} is set, but Node does not use it: set NODE_USE_ENV_PROXY=1 as well, and NO_PROXY for what is reached without it, or unset ${name}.`,
  ]
}

/** Whether a runner on the server's own machine is given the variable, or the name of its file. */
export function isForRunners(name: string): boolean {
  return rows[name.replace(/_FILE$/, '')]?.forRunners === true
}

/** Returns the variables that are set, with their values; for a secret only that it is set. */
export function listVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(rows).flatMap(([name, { secret }]) => {
    const value = environment[name]
    if (value) return [[name, secret ? '(secret)' : value]]
    const file = secret && environment[`${name}_FILE`]
    return file ? [[`${name}_FILE`, file]] : []
  })
  return Object.fromEntries(set)
}
