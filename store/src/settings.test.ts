import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { describeRunSettings } from './settings-comparison.ts'

const github = {
  WORKFLOW_ENGINE: 'github',
  GITHUB_REPOSITORY: 'smpw/dashboard',
  GITHUB_TOKEN: 'a-token',
  DATABASE_URL: 'postgres://db/x',
  SESSION_SECRET: 'x'.repeat(32),
  STORAGE_URL: 's3://files/prefix?region=eu-1&endpoint=http://127.0.0.1:9&forcePathStyle=true',
  SPREADSHEET: 'google:sheet-1',
  GOOGLE_SERVICE_ACCOUNT: '{}',
}

/** As a run of GitHub Actions has it. */
const run = {
  ...github,
  WORKFLOW_ENGINE: '',
  RUNNER_PLACE: 'github',
  AWS_ACCESS_KEY_ID: 'a key',
  AWS_SECRET_ACCESS_KEY: 'another',
  LOCUST_URL: 'https://locust.example/x',
}

describe('readSettings', () => {
  it('works with nothing set, and takes an empty variable for unset', () => {
    const settings = readSettings({ DATA_DIR: '/srv/dashboard', PORT: '', LOCUST_URL: '' })
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      database: { kind: 'sqlite', path: '/srv/dashboard/dashboard.db' },
      storage: { kind: 'disk', path: '/srv/dashboard/files' },
      spreadsheet: { kind: 'file', path: '/srv/dashboard/volunteers.xlsx', format: 'xlsx' },
      sheetName: 'Data_Import',
      sessionTtlMs: 12 * 3_600_000,
      sessionIdleMs: undefined,
      locust: undefined,
      engine: { kind: 'local' },
      trustProxy: false,
      importMaxRemoval: 0.5,
      reportPaper: 'us-letter',
    })
  })

  it('reads the settings of an installation on several machines', () => {
    expect(readSettings(github)).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://db/x' },
      storage: {
        kind: 's3',
        bucket: 'files',
        prefix: 'prefix',
        region: 'eu-1',
        endpoint: 'http://127.0.0.1:9',
        forcePathStyle: true,
      },
      engine: { kind: 'github', owner: 'smpw', repo: 'dashboard', ref: 'main' },
      spreadsheet: { kind: 'google', id: 'sheet-1' },
    })
  })

  it.each([
    [{ SPREADSHEET: 'file:/srv/a.CSV' }, { spreadsheet: { path: '/srv/a.CSV', format: 'csv' } }],
    [{ ADMIN_USERNAME: ' Zoe\u0308 ' }, { admin: { username: 'Zoë' } }],
    [{}, { passwordRules: 'plain' }],
    [{ PASSWORD_RULES: 'strict' }, { passwordRules: 'strict' }],
    [{ SECOND_FACTOR: 'administrators' }, { secondFactor: 'administrators' }],
    [{ SESSION_IDLE: '2h' }, { sessionIdleMs: 2 * 3_600_000 }],
    [{ SESSION_TTL: '7d' }, { sessionTtlMs: 7 * 24 * 3_600_000 }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: ['loopback', '10.0.0.0/8'] }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.1, ::1' }, { trustProxy: ['10.0.0.1', '::1'] }],
    [{ IMPORT_MAX_REMOVAL: '1' }, { importMaxRemoval: 1 }],
    [{ REPORT_PAPER: 'a4' }, { reportPaper: 'a4' }],
    [
      { LOCUST_URL: 'https://locust.example/x', LOCUST_TOKEN: 't' },
      { locust: { credentials: { kind: 'bearer', token: 't' } } },
    ],
    [
      { LOCUST_URL: 'https://locust.example/x', LOCUST_USERNAME: 'u', LOCUST_PASSWORD: 'p' },
      { locust: { credentials: { kind: 'basic', username: 'u', password: 'p' } } },
    ],
  ])('takes %j', (environment, settings) => {
    expect(readSettings(environment)).toMatchObject(settings)
  })

  it.each([
    [{ PORT: '70000' }, 'PORT is "70000", but a port number from 0 to 65535 is expected.'],
    [{ ADMIN_USERNAME: 'ad\u200bmin' }, 'but a username of at most 100 characters, none of them'],
    [{ ADMIN_USERNAME: ' ' }, 'ADMIN_USERNAME is " "'],
    [{ PASSWORD_RULES: 'none' }, 'PASSWORD_RULES is "none", but "plain" or "strict" is expected.'],
    [
      { SECOND_FACTOR: 'everybody' },
      'SECOND_FACTOR is "everybody", but "optional" or "administrators" is expected.',
    ],
    [
      { SESSION_IDLE: '5m' },
      'SESSION_IDLE is "5m", but a duration of 15m or more, like 30m, 2h or 1d is expected.',
    ],
    [{ SESSION_TTL: '12' }, 'SESSION_TTL is "12", but a duration like 30m, 12h or 7d is expected.'],
    [{ WORKFLOW_ENGINE: 'jenkins' }, '"local" or "github"'],
    [{ SPREADSHEET: 'file:/srv/a.pdf' }, 'SPREADSHEET is "file:/srv/a.pdf"'],
    [{ IMPORT_MAX_REMOVAL: '2' }, 'a share from 0 to 1 is expected'],
    [{ LOCUST_URL: 'ftp://locust' }, 'an http or https address is expected'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL holds a value (not shown)'],
    [{ DATABASE_URL: 'postgres://db/x' }, 'SESSION_SECRET is not set'],
    [{ SPREADSHEET: 'google:abc' }, 'GOOGLE_SERVICE_ACCOUNT is not set'],
    [{ WORKFLOW_ENGINE: 'github' }, 'GITHUB_REPOSITORY is not set'],
    [{ ...github, STORAGE_URL: '' }, 'set DATABASE_URL and STORAGE_URL'],
    [{ ...github, SPREADSHEET: 'file' }, 'set SPREADSHEET to "google:<spreadsheet id>"'],
    [{ LOCUST_URL: 'http://l', LOCUST_USERNAME: 'u' }, 'LOCUST_PASSWORD is not set'],
    [{ LOCUST_TOKEN: 't' }, 'LOCUST_TOKEN is set, but LOCUST_URL is not'],
    [{ LOCUST_USERNAME: 'u', LOCUST_PASSWORD: 'p' }, 'LOCUST_USERNAME is set, but LOCUST_URL'],
    [{ LOCUST_PASSWORD: 'p', LOCUST_URL: '' }, 'LOCUST_PASSWORD is set, but LOCUST_URL is not'],
    [{ SAMPLE_DATA: 'yes' }, '"protect" or "replace" is expected'],
    [{ RUNNER_PLACE: 'github' }, 'The secret DATABASE_URL, the secret STORAGE_URL'],
    [{ ...run, LOCUST_URL: '' }, 'The secret LOCUST_URL is not set. Set it on GitHub, in the'],
    [{ ...run, SPREADSHEET: '' }, 'The variable SPREADSHEET is not set. Set it on GitHub'],
    [{ ...run, SPREADSHEET: 'file' }, 'The variable SPREADSHEET names a file, which would be'],
    [{ ...run, EXPECTS: '{' }, 'The workflow input "expects" is not one of this version'],
    [
      { LOCUST_URL: 'http://l', LOCUST_TOKEN: 't', LOCUST_USERNAME: 'u', LOCUST_PASSWORD: 'p' },
      'not both',
    ],
  ])('refuses %j in one line', (environment, line) => {
    const read = () => readSettings(environment)
    expect(read).toThrow(line)
    expect(read).not.toThrow(/\n/)
  })

  it('takes a complete run on GitHub, and one of a server without Locust', () => {
    expect(readSettings(run)).toMatchObject({ place: 'github', locust: { url: run.LOCUST_URL } })
    const without = { ...run, LOCUST_URL: '' }
    const expected = describeRunSettings(readSettings({ ...without, RUNNER_PLACE: 'server' }))
    expect(readSettings({ ...without, EXPECTS: JSON.stringify(expected) }).locust).toBeUndefined()
  })

  it('shows no secret', () => {
    const secret = 'short-secret'
    for (const name of ['SESSION_SECRET', 'DATABASE_URL', 'LOCUST_URL', 'STORAGE_URL']) {
      const read = () => readSettings({ [name]: secret })
      expect(read).toThrow(name)
      expect(read).not.toThrow(secret)
    }
  })
})
