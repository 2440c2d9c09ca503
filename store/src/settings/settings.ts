import { join, resolve } from 'node:path'
import { defaultSheetName } from '@dashboard/contract/limits'
import { listNames } from '@dashboard/contract/name-list'
import { SettingsError } from './setting.ts'
import { readEngine } from './settings-engine.ts'
import { readInstallation } from './settings-installation.ts'
import { readLocust } from './settings-locust.ts'
import { readNoticeSettings } from './settings-notices.ts'
import { requireSettingsOfRun } from './settings-of-run.ts'
import { type PostgresSettings, readPostgres } from './settings-postgres.ts'
import { readSignInSettings } from './settings-sign-in.ts'
import { readSpreadsheet } from './settings-spreadsheet.ts'
import {
  describeIgnoredProxy,
  listVariables,
  readVariables,
  trimValues,
  type Variables,
} from './settings-variables.ts'

export type DatabaseSettings = { kind: 'sqlite'; path: string } | PostgresSettings

export type StorageSettings =
  | { kind: 'disk'; path: string }
  | {
      kind: 's3'
      bucket: string
      prefix: string
      endpoint: string | undefined
      region: string
      forcePathStyle: boolean
    }

export type Settings = ReturnType<typeof readAll>

/**
 * Reads and checks all settings. In a run of GitHub Actions no setting falls back to data on the run's own machine.
 * @throws SettingsError naming the variable, its value (never a secret) and what is expected.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const remarks = [...remarkOnCut(trimValues(environment)), ...describeIgnoredProxy(environment)]
  const variables = readVariables(environment)
  if (variables.RUNNER_PLACE === 'github') requireSettingsOfRun(environment)
  const settings = readAll(variables, remarks)
  refuseWhatCannotWork(settings)
  return settings
}

function readAll(variables: Variables, remarks: string[]) {
  const dataDir = resolve(variables.DATA_DIR)
  return {
    host: variables.HOST,
    port: variables.PORT,
    dataDir,
    database: readDatabase(variables, dataDir),
    storage: readStorage(variables.STORAGE_URL, dataDir),
    /** `undefined`: the server generates one and stores it in `dataDir`. */
    sessionSecret: variables.SESSION_SECRET,
    sessionTtlMs: variables.SESSION_TTL,
    /** A session ends after this time without a request; `undefined`: no limit besides its lifetime. */
    sessionIdleMs: variables.SESSION_IDLE,
    /** Whether new passwords that are among the most used are refused. */
    passwordRules: variables.PASSWORD_RULES,
    /** Who must set up a second step before anything else. */
    secondFactor: variables.SECOND_FACTOR,
    admin: { username: variables.ADMIN_USERNAME, password: variables.ADMIN_PASSWORD },
    /** `undefined`: built-in sample data are used. */
    locust: readLocust(variables),
    spreadsheet: readSpreadsheet(variables, dataDir),
    sheetName: variables.SHEET_NAME ?? defaultSheetName,
    engine: readEngine(variables),
    /** Number of report jobs that run at once; `undefined`: as many as the machine has cores and memory for. */
    jobsAtOnce: variables.JOBS_AT_ONCE,
    /** `false`: `X-Forwarded-*` is ignored. */
    trustProxy: variables.TRUST_PROXY ?? false,
    metricsToken: variables.METRICS_TOKEN,
    logLevel: variables.LOG_LEVEL as string,
    /** Share of the volunteers that one import may remove, 0 to 1. */
    importMaxRemoval: variables.IMPORT_MAX_REMOVAL,
    /** Number of imports that one can go back to. */
    importHistory: 20,
    /** Number of days after which data are removed; 0: never. */
    retention: {
      /** Jobs that have ended. */
      jobs: variables.KEEP_JOBS_DAYS,
      logs: 90,
      reports: variables.KEEP_REPORTS_DAYS,
      /** Changes, skipped rows and stored rows of imports. */
      imports: variables.KEEP_IMPORTS_DAYS,
      calls: variables.KEEP_CALLS_DAYS,
      notices: 90,
      audit: variables.KEEP_AUDIT_DAYS,
    },
    /** How many versions of each report are retained; 0: all. */
    reportVersions: variables.KEEP_REPORT_VERSIONS,
    reportPaper: variables.REPORT_PAPER === 'a4' ? ('a4' as const) : ('us-letter' as const),
    notices: readNoticeSettings(variables),
    signIn: readSignInSettings(variables),
    backup: {
      /** `undefined`: the server makes no backups by itself. */
      folder: variables.BACKUP_DIR === undefined ? undefined : resolve(variables.BACKUP_DIR),
      /** Time of day, in the zone of the installation. */
      time: variables.BACKUP_TIME,
      maxBackups: variables.BACKUP_KEPT,
      /** `undefined`: backups are not encrypted. */
      passphrase: variables.BACKUP_PASSPHRASE,
    },
    /** Settings that texts show; each program passes them to `setInstallation` before it prints anything. */
    installation: readInstallation(variables),
    /** Where this process runs: beside the server, or in a run of GitHub Actions (RUNNER_PLACE). */
    place: variables.RUNNER_PLACE,
    /** Sentences on settings that are read differently from how they are written, or not at all. */
    remarks,
  }
}

function readDatabase(variables: Variables, dataDir: string): DatabaseSettings {
  return variables.DATABASE_URL
    ? readPostgres(variables.DATABASE_URL, variables)
    : { kind: 'sqlite', path: join(dataDir, 'dashboard.db') }
}

function remarkOnCut(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const list = listNames(names, Infinity)
  const ends = names.length === 1 ? 'the end of its value' : 'the ends of their values'
  return [
    `${list}: blanks or ends of lines at ${ends} were cut. A file of settings saved on Windows has them.`,
  ]
}

/** Returns the settings that are set, by name; for a secret only that it is set. */
export function listSettings(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return listVariables(environment)
}

function refuseWhatCannotWork(settings: Settings): void {
  if (settings.database.kind === 'postgres' && settings.sessionSecret === undefined) {
    throw new SettingsError(
      'SESSION_SECRET is not set, but DATABASE_URL is: set SESSION_SECRET to the same long random text on every server.',
    )
  }
  if (settings.engine.kind !== 'github') return
  if (settings.database.kind !== 'postgres' || settings.storage.kind !== 's3') {
    throw new SettingsError(
      'WORKFLOW_ENGINE is "github", so jobs run on other machines: set DATABASE_URL and STORAGE_URL to a database and a storage that they can reach.',
    )
  }
  if (settings.spreadsheet.kind === 'file') {
    throw new SettingsError(
      'WORKFLOW_ENGINE is "github", so jobs run on other machines: set SPREADSHEET to "google:<spreadsheet id>", not to a file on this machine.',
    )
  }
}

function readStorage(url: string | undefined, dataDir: string): StorageSettings {
  if (url === undefined) return { kind: 'disk', path: join(dataDir, 'files') }
  const parsed = new URL(url)
  return {
    kind: 's3',
    bucket: parsed.hostname,
    prefix: parsed.pathname.replace(/^\/+|\/+$/g, ''),
    endpoint: parsed.searchParams.get('endpoint') ?? undefined,
    region: parsed.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: parsed.searchParams.get('forcePathStyle') === 'true',
  }
}
