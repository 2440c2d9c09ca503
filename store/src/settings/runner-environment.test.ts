import { expect, test } from 'vitest'
import { readRunnerEnvironment } from './runner-environment.ts'
import { readSettings } from './settings.ts'

const forRunners = {
  PATH: '/bin',
  HOME: '/home/x',
  TMPDIR: '/tmp',
  LANG: 'C',
  LC_ALL: 'C',
  TZ: 'UTC',
  NODE_OPTIONS: '--max-old-space-size=512',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  https_proxy: 'http://proxy:3128',
  NO_PROXY: 'localhost',
  SSL_CERT_FILE: '/roots.pem',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'key',
  PGPASSFILE: '/pgpass',
  DATA_DIR: '/data',
  DATABASE_URL: 'postgres://u:p@db/x',
  STORAGE_URL: 's3://bucket/prefix',
  LOCUST_URL: 'https://locust.example',
  LOCUST_TOKEN: 'token',
  SHEET_NAME: 'Sheet',
  SPREADSHEET: 'google:sheet',
  GOOGLE_SERVICE_ACCOUNT: '{}',
  REPORT_PAPER: 'a4',
}
const forServer = {
  SESSION_SECRET: 's'.repeat(32),
  METRICS_TOKEN: 'm',
  ADMIN_PASSWORD: 'first one',
  WORKFLOW_ENGINE: 'github',
  GITHUB_TOKEN: 'g',
  PORT: '1',
  GITHUB_REPOSITORY: 'owner/name',
  SMTP_PASSWORD: 'of another program',
}

test('a runner gets what it reads and what the system needs, and no other secret', () => {
  const environment = readRunnerEnvironment({ ...forRunners, ...forServer })
  const { SESSION_SECRET: placeholder, ...rest } = environment
  expect(rest).toEqual(forRunners)
  expect(placeholder).toBe('runners-sign-nothing-and-need-no-secret')
})

test('a runner reads the settings for runners like the server', () => {
  const environment = { ...forRunners, ...forServer }
  const server = readSettings(environment)
  const { database, storage, locust, spreadsheet, sheetName, reportPaper, dataDir } = server
  expect(readSettings(readRunnerEnvironment(environment))).toMatchObject({
    database,
    storage,
    locust,
    spreadsheet,
    sheetName,
    reportPaper,
    dataDir,
    engine: { kind: 'local' },
  })
})
