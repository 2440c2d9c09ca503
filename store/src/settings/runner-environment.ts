import type { Variables } from './settings-variables.ts'

/** Settings that a runner reads; the others are only for the server. */
const runnerSettings = new Set<string>([
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_CA',
  'DATABASE_CERT',
  'DATABASE_KEY',
  'STORAGE_URL',
  'LOCUST_URL',
  'LOCUST_TOKEN',
  'LOCUST_USERNAME',
  'LOCUST_PASSWORD',
  'SPREADSHEET',
  'SHEET_NAME',
  'GOOGLE_SERVICE_ACCOUNT',
  'GOOGLE_SHEETS_API_URL',
  'IMPORT_MAX_REMOVAL',
  'IMPORT_HISTORY',
  'KEEP_REPORT_VERSIONS',
  'REPORT_PAPER',
  'SAMPLE_DATA',
  'TIME_ZONE',
  'OUTSIDE_SYSTEM_NAME',
] satisfies (keyof Variables)[])

/** Variables that Node, the system and the clients of PostgreSQL and S3 read; compared in capitals. */
const systemNames = new Set([
  ...[
    'PATH',
    'HOME',
    'USER',
    'USERNAME',
    'LOGNAME',
    'TMPDIR',
    'TMP',
    'TEMP',
    'LANG',
    'LANGUAGE',
    'TZ',
  ],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'FAKETIME'],
  ...[
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
  ],
])
const systemPrefixes = ['NODE_', 'LC_', 'LD_', 'DYLD_', 'SSL_', 'OPENSSL_', 'AWS_', 'PG']

/**
 * Returns the environment for a runner on the server's own machine, without settings that only the server uses, such as
 * the secret that signs sessions, and without other variables of the server's environment.
 */
export function readRunnerEnvironment(
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const passed = Object.entries(environment).filter(([name]) => isForRunners(name))
  // Settings require it beside DATABASE_URL; a runner signs nothing.
  return {
    ...Object.fromEntries(passed),
    SESSION_SECRET: 'runners-sign-nothing-and-need-no-secret',
  }
}

function isForRunners(name: string): boolean {
  if (runnerSettings.has(name.replace(/_FILE$/, ''))) return true
  const capitals = name.toUpperCase()
  return systemNames.has(capitals) || systemPrefixes.some((prefix) => capitals.startsWith(prefix))
}
