import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import { readRunnerEnvironment } from './runner-environment.ts'
import { listSettings, readSettings } from './settings.ts'

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

/** Environment of a run of GitHub Actions. */
const run = {
  ...github,
  WORKFLOW_ENGINE: '',
  RUNNER_PLACE: 'github',
  AWS_ACCESS_KEY_ID: 'a key',
  AWS_SECRET_ACCESS_KEY: 'another',
  LOCUST_URL: 'https://locust.example/x',
}

describe('a secret in a file', () => {
  it('is read without its line end, and a variable takes precedence', async () => {
    const path = join(await temporaryFolder(), 'secret')
    writeFileSync(path, `${'s'.repeat(32)}\n`)
    expect(readSettings({ SESSION_SECRET_FILE: path }).sessionSecret).toBe('s'.repeat(32))
    const both = { SESSION_SECRET_FILE: path, SESSION_SECRET: 'v'.repeat(32) }
    expect(readSettings(both).sessionSecret).toBe('v'.repeat(32))
    expect(listSettings({ SESSION_SECRET_FILE: path })).toEqual({ SESSION_SECRET_FILE: path })
    expect(readRunnerEnvironment({ LOCUST_TOKEN_FILE: path, SESSION_SECRET_FILE: path })).toEqual({
      LOCUST_TOKEN_FILE: path,
      SESSION_SECRET: expect.stringContaining('no-secret'),
    })
  })

  it('that cannot be read is named', () => {
    const sentence =
      'METRICS_TOKEN_FILE is "/none/such", a file that cannot be read (ENOENT): correct it, or set METRICS_TOKEN.'
    expect(() => readSettings({ METRICS_TOKEN_FILE: '/none/such' })).toThrow(sentence)
  })
})

describe('the ends of values', () => {
  const windows = { TIME_ZONE: 'America/Chicago\r', ADMIN_PASSWORD: 'field-look-1\r' }

  it('are trimmed where the settings file was saved on Windows, with a remark', () => {
    const environment = { ...windows, AWS_SECRET_ACCESS_KEY: 'key\r\n', OTHER: 'kept\r' }
    const settings = readSettings(environment)
    expect(settings.installation.timeZone).toBe('America/Chicago')
    expect(settings.admin.password).toBe('field-look-1')
    expect(environment).toMatchObject({ AWS_SECRET_ACCESS_KEY: 'key', OTHER: 'kept\r' })
    expect(settings.remarks).toEqual([
      'TIME_ZONE, ADMIN_PASSWORD, and AWS_SECRET_ACCESS_KEY: blanks or ends of lines at the ends of their values were cut. A file of settings saved on Windows has them.',
    ])
    expect(readSettings(environment).remarks).toEqual([])
  })

  it('keep blanks in secrets only', () => {
    const settings = readSettings({ ADMIN_PASSWORD: 'a blank \n', HOST: 'localhost ' })
    expect(settings.admin.password).toBe('a blank ')
    expect(settings.host).toBe('localhost')
  })

  it('do not make a run look complete', () => {
    expect(() => readSettings({ ...run, DATABASE_URL: '\n' })).toThrow('DATABASE_URL is not set')
  })
})

describe('PUBLIC_URL', () => {
  it.each(['https://example.org/board', 'https://example.org/?a=b', 'https://ann@example.org'])(
    'that is %s is refused: the dashboard answers at the root',
    (address) => {
      expect(() => readSettings({ PUBLIC_URL: address })).toThrow(
        `PUBLIC_URL is "${address}", but the http or https address at which people open the dashboard, without a path, such as https://dashboard.example.org is expected.`,
      )
    },
  )
})

describe('a GitHub App', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const pem = String(privateKey.export({ type: 'pkcs1', format: 'pem' }))
  const elliptic = generateKeyPairSync('ed25519').privateKey
  const app = {
    ...github,
    GITHUB_TOKEN: '',
    GITHUB_APP_ID: 'Iv23liAbc',
    GITHUB_APP_INSTALLATION_ID: '1357911',
    GITHUB_APP_PRIVATE_KEY: pem,
  }
  const credentials = {
    kind: 'app',
    appId: 'Iv23liAbc',
    installationId: '1357911',
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }

  it('replaces the token, with its key as text, on one line or in a file', async () => {
    const path = join(await temporaryFolder(), 'app.pem')
    writeFileSync(path, pem)
    const oneLine = pem.replaceAll('\n', '\\n')
    for (const key of [
      {},
      { GITHUB_APP_PRIVATE_KEY: oneLine },
      { GITHUB_APP_PRIVATE_KEY: '', GITHUB_APP_PRIVATE_KEY_FILE: path },
    ]) {
      expect(readSettings({ ...app, ...key }).engine).toMatchObject({ kind: 'github', credentials })
    }
    expect(listSettings(app)).toMatchObject({ GITHUB_APP_PRIVATE_KEY: '(secret)' })
    expect(Object.keys(readRunnerEnvironment(app)).join()).not.toContain('GITHUB')
  })

  const notRead =
    'GITHUB_APP_PRIVATE_KEY holds a value (not shown), but a private key as GitHub makes it: RSA, in PEM is expected.'
  const needs =
    'is not set: a GitHub App needs GITHUB_APP_ID, GITHUB_APP_INSTALLATION_ID, GITHUB_APP_PRIVATE_KEY.'

  it.each([
    [
      { GITHUB_TOKEN: 'a-token' },
      'GITHUB_TOKEN and GITHUB_APP_ID are both set: set the token, or what belongs to a GitHub App, not both.',
    ],
    [
      { GITHUB_TOKEN: 'a-token', GITHUB_APP_ID: '', GITHUB_APP_INSTALLATION_ID: '' },
      'GITHUB_TOKEN and GITHUB_APP_PRIVATE_KEY are both set',
    ],
    [{ GITHUB_APP_ID: '' }, `GITHUB_APP_ID ${needs}`],
    [{ GITHUB_APP_INSTALLATION_ID: '' }, `GITHUB_APP_INSTALLATION_ID ${needs}`],
    [{ GITHUB_APP_PRIVATE_KEY: '' }, `GITHUB_APP_PRIVATE_KEY ${needs}`],
    [
      { GITHUB_APP_ID: '', GITHUB_APP_INSTALLATION_ID: '', GITHUB_APP_PRIVATE_KEY: '' },
      'GITHUB_TOKEN is not set, but WORKFLOW_ENGINE is "github": set it to a token with Actions read and write, or set GITHUB_APP_ID, GITHUB_APP_INSTALLATION_ID, GITHUB_APP_PRIVATE_KEY.',
    ],
    [{ GITHUB_APP_INSTALLATION_ID: 'my-org' }, 'but the number of an installation is expected.'],
    [{ GITHUB_APP_PRIVATE_KEY: '-----BEGIN RSA PRIVATE KEY-----' }, notRead],
    [
      { GITHUB_APP_PRIVATE_KEY: String(publicKey.export({ type: 'spki', format: 'pem' })) },
      notRead,
    ],
    [
      { GITHUB_APP_PRIVATE_KEY: String(elliptic.export({ type: 'pkcs8', format: 'pem' })) },
      notRead,
    ],
  ])('that is %o is refused', (changes, sentence) => {
    expect(() => readSettings({ ...app, ...changes })).toThrow(sentence)
  })
})

describe('readSettings', () => {
  it('the number of report jobs is from 1 to 64, or left out', () => {
    expect(readSettings({}).jobsAtOnce).toBeUndefined()
    expect(readSettings({ JOBS_AT_ONCE: '1' }).jobsAtOnce).toBe(1)
    expect(() => readSettings({ JOBS_AT_ONCE: '0' })).toThrow('a number of jobs from 1 to 64')
  })

  it('works with nothing set, and treats an empty variable as unset', () => {
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
    [{}, { reportVersions: 5 }],
    [{ KEEP_REPORT_VERSIONS: '0' }, { reportVersions: 0 }],
    [
      { LOCUST_URL: 'https://locust.example/x', LOCUST_TOKEN: 't' },
      { locust: { credentials: { kind: 'bearer', token: 't' } } },
    ],
    [
      { LOCUST_URL: 'https://locust.example/x', LOCUST_USERNAME: 'u', LOCUST_PASSWORD: 'p' },
      { locust: { credentials: { kind: 'basic', username: 'u', password: 'p' } } },
    ],
  ])('accepts %j', (environment, settings) => {
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
    [{ PUBLIC_URL: 'https://exa mple.org' }, 'PUBLIC_URL is "https://exa mple.org"'],
    [{ OIDC_ISSUER: 'id.example.org' }, 'OIDC_ISSUER is "id.example.org"'],
    [{ SMTP_URL: 'smtp://user:a b@mail example.org' }, 'SMTP_URL holds a value (not shown)'],
    [{ LOCUST_TOKEN: 'one\r\ntwo' }, 'LOCUST_TOKEN holds a value (not shown)'],
    [{ GITHUB_TOKEN: 'one\u2028two' }, 'GITHUB_TOKEN holds a value (not shown)'],
    [{ DATABASE_URL: 'postgres://db/x' }, 'SESSION_SECRET is not set'],
    [{ SPREADSHEET: 'google:abc' }, 'GOOGLE_SERVICE_ACCOUNT is not set'],
    [{ WORKFLOW_ENGINE: 'github' }, 'GITHUB_REPOSITORY is not set'],
    [{ ...github, STORAGE_URL: '' }, 'set DATABASE_URL and STORAGE_URL'],
    [{ ...github, SPREADSHEET: 'file' }, 'set SPREADSHEET to "google:<spreadsheet id>"'],
    [{ LOCUST_URL: 'http://l', LOCUST_USERNAME: 'u' }, 'LOCUST_PASSWORD is not set'],
    [{ LOCUST_TOKEN: 't' }, 'LOCUST_TOKEN is set, but LOCUST_URL is not'],
    [{ LOCUST_USERNAME: 'u', LOCUST_PASSWORD: 'p' }, 'LOCUST_USERNAME is set, but LOCUST_URL'],
    [{ LOCUST_PASSWORD: 'p', LOCUST_URL: '' }, 'LOCUST_PASSWORD is set, but LOCUST_URL is not'],
    [{ RUNNER_PLACE: 'github' }, 'The secret DATABASE_URL, the secret STORAGE_URL'],
    [{ ...run, STORAGE_URL: '' }, 'The secret STORAGE_URL is not set. Set it on GitHub, in the'],
    [{ ...run, SPREADSHEET: '' }, 'The variable SPREADSHEET is not set. Set it on GitHub'],
    [{ ...run, SPREADSHEET: 'file' }, 'The variable SPREADSHEET names a file, which would be'],
    [
      { LOCUST_URL: 'http://l', LOCUST_TOKEN: 't', LOCUST_USERNAME: 'u', LOCUST_PASSWORD: 'p' },
      'not both',
    ],
    ...['postgres://u:12#3@db/x', 'postgres://u:12/3@db/x', 'postgres://u:pa#ss@db/x'].map(
      (address): [Record<string, string>, string] => [
        { DATABASE_URL: address },
        'DATABASE_URL holds a value (not shown), but an address like postgres://user:password@host:5432/name (write # as %23, / as %2F, ? as %3F and @ as %40 in its password) is expected.',
      ],
    ),
    [
      { SMTP_URL: 'smtp://u:12#3@mail.example.org' },
      'SMTP_URL holds a value (not shown), but an address like smtps://user:password@host or smtp://user:password@host:587 (write # as %23, / as %2F, ? as %3F and @ as %40 in its password) is expected.',
    ],
    [{ SMTP_URL: 'smtp://u:pa/ss@mail.example.org' }, 'write # as %23, / as %2F'],
  ])('refuses %j in one line', (environment, line) => {
    const read = () => readSettings(environment)
    expect(read).toThrow(line)
    expect(read).not.toThrow(/\n/)
  })

  it('accepts a password with any character, escaped, and a plain @ where it is unambiguous', () => {
    const settings = { SESSION_SECRET: 's'.repeat(32), DATABASE_URL: 'postgres://u:%23%2F%40@db/x' }
    expect(readSettings(settings).database).toMatchObject({ url: settings.DATABASE_URL })
    const plain = { ...settings, DATABASE_URL: 'postgres://me:a@b@db/x?application_name=a@b' }
    expect(new URL(Object(readSettings(plain).database).url).host).toBe('db')
  })

  it('remarks on a proxy that Node ignores, and on none that it uses', () => {
    const HTTPS_PROXY = 'http://proxy.example.org:3128'
    expect(readSettings({ HTTPS_PROXY }).remarks).toEqual([
      'HTTPS_PROXY is set, but Node does not use it: set NODE_USE_ENV_PROXY=1 as well, and NO_PROXY for what is reached without it, or unset HTTPS_PROXY.',
    ])
    expect(readSettings({ HTTPS_PROXY, NODE_USE_ENV_PROXY: '1' }).remarks).toEqual([])
    expect(readSettings({ HTTPS_PROXY, NODE_OPTIONS: '--use-env-proxy' }).remarks).toEqual([])
    expect(readSettings({}).remarks).toEqual([])
  })

  it('names all wrong variables at once', () => {
    expect(() => readSettings({ PORT: 'no port', LOCUST_URL: 'ftp://x' })).toThrow(
      /^PORT is "no port", but .+ is expected\. LOCUST_URL holds a value \(not shown\), but .+ is expected\.$/,
    )
  })

  it('accepts a complete run on GitHub, and one of a server without Locust', () => {
    expect(readSettings(run)).toMatchObject({ place: 'github', locust: { url: run.LOCUST_URL } })
    expect(readSettings({ ...run, LOCUST_URL: '' }).locust).toBeUndefined()
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
