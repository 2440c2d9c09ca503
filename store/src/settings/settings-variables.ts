import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { usernameText } from '@dashboard/contract/person-names'
import { z } from 'zod'
import { defaultInstallation, isTimeZone } from './settings-installation.ts'

/**
 * A setting is wrong. The message is one line that names the variable, its value (never a secret) and what is expected.
 */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

const durationUnitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const webAddress = z.url({ protocol: /^https?$/ })
/** The dashboard answers at the root of its host: links below a path would lead nowhere. */
const rootAddress = webAddress.refine((address) => {
  const { origin, pathname, href } = new URL(address)
  return /^\/+$/.test(pathname) && href === origin + pathname
})
const keptImports = z.coerce.number().int().min(1).max(100)
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
const days = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
const keptDays = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
/** HTTP without TLS is allowed only on the same machine, for trying things out. */
const issuer = z.url({ protocol: /^https?$/ }).refine((address) => {
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
  context.addIssue('It is no private RSA key.')
  return z.NEVER
})
/** An address, alone or behind a name: `Dashboard <dashboard@example.org>`. */
const sender = z.string().transform((text, context) => {
  const [, quoted, plain, address] =
    /^\s*(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>\s*$/.exec(text) ?? []
  const read = z.email().safeParse(address ?? text)
  const name = (quoted ?? plain ?? '').trim()
  if (read.success && !/\p{C}/u.test(name)) return { name: name || undefined, address: read.data }
  context.addIssue('It is no address of a sender.')
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

interface Rule<T extends z.ZodType> {
  schema: T
  expected: string
  secret?: true
}

function rule<T extends z.ZodType>(schema: T, expected: string, secret?: true): Rule<T> {
  return { schema, expected, ...(secret && { secret }) }
}

const text = z.string().min(1)
const secretText = rule(text.optional(), 'some text', true)

function keptFor(defaultDays: number) {
  return rule(keptDays.default(defaultDays), 'a number of days from 0 (for ever) to 9999')
}

const rules = {
  PORT: rule(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.number().max(65_535))
      .default(3000),
    'a port number from 0 to 65535',
  ),
  HOST: rule(text.default('127.0.0.1'), 'a host name or address'),
  DATA_DIR: rule(text.default('./data'), 'a folder'),
  DATABASE_URL: rule(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'an address like postgres://user:password@host:5432/name',
    true,
  ),
  DATABASE_CA: rule(text.optional(), 'a certificate, or the path of one', true),
  DATABASE_CERT: rule(text.optional(), 'a certificate, or the path of one', true),
  DATABASE_KEY: rule(text.optional(), 'a private key, or the path of one', true),
  DATABASE_POOL: rule(
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(50))
      .optional(),
    'a number of connections from 1 to 50',
  ),
  STORAGE_URL: rule(
    z.url({ protocol: /^s3$/ }).optional(),
    'an address like s3://bucket/prefix?region=us-east-1',
    true,
  ),
  SESSION_SECRET: rule(z.string().min(32).optional(), 'at least 32 characters', true),
  SESSION_TTL: rule(duration.default(12 * durationUnitMs.h), 'a duration like 30m, 12h or 7d'),
  SESSION_IDLE: rule(
    duration.refine((idleMs) => idleMs >= 15 * durationUnitMs.m).optional(),
    'a duration of 15m or more, like 30m, 2h or 1d',
  ),
  PASSWORD_RULES: rule(z.enum(['plain', 'strict']).default('plain'), '"plain" or "strict"'),
  SECOND_FACTOR: rule(
    z.enum(['optional', 'administrators']).default('optional'),
    '"optional" or "administrators"',
  ),
  ADMIN_USERNAME: rule(
    usernameText().default('admin'),
    'a username of at most 100 characters, none of them invisible',
  ),
  ADMIN_PASSWORD: rule(z.string().min(6).optional(), 'at least 6 characters', true),
  LOCUST_URL: rule(webAddress.optional(), 'an http or https address', true),
  LOCUST_TOKEN: secretText,
  LOCUST_USERNAME: rule(text.optional(), 'a username'),
  LOCUST_PASSWORD: secretText,
  SPREADSHEET: rule(
    z
      .string()
      .regex(/^(file|file:.+\.(xlsx|csv)|google:[\w-]+)$/i)
      .default('file'),
    '"file", "file:/path/to.xlsx", "file:/path/to.csv" or "google:<spreadsheet id>"',
  ),
  SHEET_NAME: rule(text.max(100).optional(), 'the name of a sheet, at most 100 characters'),
  GOOGLE_SERVICE_ACCOUNT: rule(
    text.optional(),
    'a service-account key, as JSON or as a path to it',
    true,
  ),
  GOOGLE_SHEETS_API_URL: rule(webAddress.optional(), 'an http or https address'),
  WORKFLOW_ENGINE: rule(z.enum(['local', 'github']).default('local'), '"local" or "github"'),
  GITHUB_REPOSITORY: rule(
    z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/)
      .optional(),
    'owner/name',
  ),
  GITHUB_REF: rule(text.default('main'), 'a branch or a tag'),
  GITHUB_TOKEN: secretText,
  GITHUB_APP_ID: rule(
    z
      .string()
      .regex(/^[\w.]+$/)
      .optional(),
    "a GitHub App's id or client id",
  ),
  GITHUB_APP_INSTALLATION_ID: rule(
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .optional(),
    'the number of an installation',
  ),
  GITHUB_APP_PRIVATE_KEY: rule(
    appKey.optional(),
    'a private key as GitHub makes it: RSA, in PEM',
    true,
  ),
  GITHUB_API_URL: rule(webAddress.optional(), 'an http or https address'),
  TRUST_PROXY: rule(
    proxies.default(false),
    'a number of proxies, or their addresses separated by commas',
  ),
  METRICS_TOKEN: secretText,
  LOG_LEVEL: rule(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'fatal, error, warn, info, debug, trace or silent',
  ),
  IMPORT_MAX_REMOVAL: rule(fraction.default(0.5), 'a share from 0 to 1'),
  KEEP_JOBS_DAYS: keptFor(400),
  KEEP_LOGS_DAYS: keptFor(90),
  KEEP_REPORTS_DAYS: keptFor(400),
  KEEP_AUDIT_DAYS: keptFor(400),
  KEEP_IMPORTS_DAYS: keptFor(90),
  KEEP_NOTICES_DAYS: keptFor(90),
  KEEP_CALLS_DAYS: keptFor(730),
  KEEP_REPORT_VERSIONS: rule(days.default(5), 'a number of versions from 0 (all) to 999'),
  IMPORT_HISTORY: rule(keptImports.default(20), 'a whole number from 1 to 100'),
  REPORT_PAPER: rule(z.enum(['letter', 'a4']).default('letter'), '"letter" or "a4"'),
  SAMPLE_DATA: rule(z.enum(['protect', 'replace']).default('protect'), '"protect" or "replace"'),
  PUBLIC_URL: rule(
    rootAddress.optional(),
    'the http or https address at which people open the dashboard, without a path, such as https://dashboard.example.org',
  ),
  SMTP_URL: rule(
    z
      .url({ protocol: /^smtps?$/ })
      .refine((address) => new URL(address).hostname !== '')
      .optional(),
    'an address like smtps://user:password@host or smtp://user:password@host:587',
    true,
  ),
  SMTP_FROM: rule(
    sender.optional(),
    'an e-mail address, or a name and an address: Dashboard <dashboard@example.org>',
  ),
  NOTICE_WEBHOOK_URL: rule(webAddress.optional(), 'an http or https address', true),
  NOTICE_WEBHOOK_FORMAT: rule(
    z.enum(['slack', 'teams', 'mattermost', 'json']).default('json'),
    '"slack", "teams", "mattermost" or "json"',
  ),
  NOTICE_WEBHOOK_SECRET: rule(z.string().min(16).optional(), 'at least 16 characters', true),
  HEARTBEAT_URL: rule(webAddress.optional(), 'an http or https address', true),
  NOTICE_DATA_AGE_DAYS: rule(days.default(7), 'a number of days from 0 (never) to 999'),
  NOTICE_BACKUP_AGE_DAYS: rule(days.default(3), 'a number of days from 0 (never) to 999'),
  OIDC_ISSUER: rule(issuer.optional(), 'the https address of an OpenID provider'),
  OIDC_CLIENT_ID: rule(text.optional(), 'some text'),
  OIDC_CLIENT_SECRET: secretText,
  OIDC_NAME: rule(text.max(40).optional(), 'a name of at most 40 characters'),
  OIDC_SCOPE: rule(
    text.regex(/(^| )openid( |$)/).default('openid profile email'),
    'scopes separated by blanks, "openid" among them',
  ),
  OIDC_SIGN_UP: rule(onOrOff.default('off'), '"on" or "off"'),
  OIDC_ROLE_CLAIM: rule(text.optional(), 'the name of a claim'),
  OIDC_ADMIN_VALUES: rule(list.optional(), 'values separated by commas'),
  OIDC_USER_VALUES: rule(list.optional(), 'values separated by commas'),
  PASSWORD_SIGN_IN: rule(onOrOff.default('on'), '"on" or "off"'),
  RESCUE_ADMIN: rule(usernameText().optional(), 'the username of an administrator'),
  BACKUP_DIR: rule(text.optional(), 'a folder'),
  BACKUP_TIME: rule(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .default('02:30'),
    'a time of day from 00:00 to 23:59',
  ),
  TIME_ZONE: rule(
    timeZone.default(defaultInstallation.timeZone),
    'a time zone like America/New_York or Europe/Berlin',
  ),
  OUTSIDE_SYSTEM_NAME: rule(
    outsideSystem.default(defaultInstallation.outsideSystem),
    'a name of at most 40 characters',
  ),
  DEMO: rule(z.enum(['0', '1']).default('0'), '"0" or "1"'),
  BACKUP_KEPT: rule(
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(366))
      .default(14),
    'a number of backups from 1 to 366',
  ),
  BACKUP_VERSIONS: rule(z.enum(['current', 'all']).default('current'), '"current" or "all"'),
  BACKUP_PASSPHRASE: rule(z.string().min(12).optional(), 'at least 12 characters', true),
  JOBS_AT_ONCE: rule(
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(64))
      .optional(),
    'a number of jobs from 1 to 64',
  ),
  RUNNER_PLACE: rule(z.enum(['server', 'github']).default('server'), '"server" or "github"'),
} as const

export type Variables = { [Name in keyof typeof rules]: z.output<(typeof rules)[Name]['schema']> }

/** Lists the variables whose value may be in a file that `NAME_FILE` names: the secrets. */
export function listSecretNames(): string[] {
  return Object.entries<Rule<z.ZodType>>(rules)
    .filter(([, { secret }]) => secret)
    .map(([name]) => name)
}

/**
 * Cuts the ends of lines off values in `environment`, and blanks off those that are no secret: a file of variables that
 * was saved on Windows, or a value that was pasted, ends in them. It cuts in place, since the S3 client and runners read
 * the same variables. Returns the names.
 */
export function cutValueEnds(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const known = (rules as Record<string, Rule<z.ZodType>>)[name.replace(/_FILE$/, '')]
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

/** Parses each variable by its rule; an empty one counts as unset. */
export function readVariables(environment: NodeJS.ProcessEnv): Variables {
  const entries = Object.entries<Rule<z.ZodType>>(rules).map(
    ([name, { schema, expected, secret }]) => {
      const value = environment[name] || (secret && readSecretFile(environment, name))
      const result = schema.safeParse(value)
      if (result.success) return [name, result.data]
      const holds = secret ? 'holds a value (not shown)' : `is "${value}"`
      throw new SettingsError(`${name} ${holds}, but ${expected} is expected.`)
    },
  )
  return Object.fromEntries(entries)
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

/** Variables of earlier versions, each with what holds in its place. */
const unused: Record<string, string> = {
  GITHUB_WEBHOOK_SECRET: 'GitHub is polled. Delete the webhook there, too.',
}

/** Returns a sentence for each variable that is set although nothing reads it any more. */
export function describeUnused(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(unused).flatMap(([name, instead]) =>
    [name, `${name}_FILE`]
      .filter((set) => environment[set])
      .map((set) => `${set} is no longer used and may be unset: ${instead}`),
  )
}

/** Returns in words what each variable accepts. */
export function listExpectations(): Record<string, string> {
  const rows = Object.entries<Rule<z.ZodType>>(rules).map(([name, { expected }]) => [
    name,
    expected,
  ])
  return Object.fromEntries(rows)
}

/** Returns the variables that are set, with their values; for a secret only that it is set. */
export function listVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries<Rule<z.ZodType>>(rules).flatMap(([name, { secret }]) => {
    const value = environment[name]
    if (value) return [[name, secret ? '(secret)' : value]]
    const file = secret && environment[`${name}_FILE`]
    return file ? [[`${name}_FILE`, file]] : []
  })
  return Object.fromEntries(set)
}
