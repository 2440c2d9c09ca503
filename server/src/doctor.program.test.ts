import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '@dashboard/doubles/compile-cache'
import { startSheetsDouble } from '@dashboard/doubles/sheets/sheets-double'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('./doctor.ts', import.meta.url))

/** Returns the doctor's line for each of its checks. */
async function examine(
  settings: Record<string, string>,
  identity: { uid?: number; gid?: number } = {},
): Promise<Map<string, string>> {
  const child = spawn(process.execPath, [program], {
    ...identity,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: await temporaryFolder(),
      ...compileCache,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  await once(child, 'exit')
  const lines = output.matchAll(/^(?:ok {4}|WRONG ) (.+?): (.+)$/gm)
  return new Map([...lines].map(([, name = '', message = '']) => [name, message]))
}

/** Starts a server with neither TLS nor any protocol that the checks expect. */
async function startPlainServer(): Promise<number> {
  const server = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

test('names the wrong variables, and makes no other checks', async () => {
  const found = await examine({ PORT: 'no port', LOCUST_URL: 'ftp://x', KEEP_JOBS_DAYS: '30' })
  expect([...found.keys()]).toEqual(['Settings'])
  expect(found.get('Settings')).toMatch(/^PORT .+ LOCUST_URL /)
})

test('does not recommend starting a server while PostgreSQL is unavailable', async () => {
  const found = await examine({
    DATABASE_URL: `postgres://u:p@127.0.0.1:${await findClosedPort()}/db`,
    SESSION_SECRET: 's'.repeat(32),
  })
  for (const name of ['Version', 'Backup']) {
    expect(found.get(name)).toBe('It cannot be read while the database does not answer.')
  }
})

test('names the versions of the program and of the database', async () => {
  const DATA_DIR = await temporaryFolder()
  const db = openDatabase({ kind: 'sqlite', path: join(DATA_DIR, 'dashboard.db') }, 'command')
  await migrate(db)
  await db.destroy()
  expect((await examine({ DATA_DIR })).get('Version')).toMatch(/^This is version \d/)
})

test('looks for backups only in a database that a server has used', async () => {
  const DATA_DIR = await temporaryFolder()
  await writeFile(join(DATA_DIR, 'dashboard.db'), '')
  const found = await examine({ DATA_DIR })
  expect(found.has('Version')).toBe(true)
  expect(found.has('Backup')).toBe(false)
})

test.each([
  ['refuses connections', async () => ['http', `127.0.0.1:${await findClosedPort()}`] as const],
  ['has no such name', async () => ['https', 'no-such-host.invalid'] as const],
  ['speaks no TLS', async () => ['https', `127.0.0.1:${await startPlainServer()}`] as const],
])(
  'says of each address that %s that it cannot be reached',
  async (_what, prepare) => {
    const [protocol, host] = await prepare()
    const sheets = await startSheetsDouble()
    onTestFinished(() => sheets.close())
    const url = `${protocol}://${host}`
    const found = await examine({
      WORKFLOW_ENGINE: 'github',
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_TOKEN: 'a token',
      GITHUB_API_URL: url,
      DATABASE_URL: `postgres://u:p@${host}/db${protocol === 'https' ? '?sslmode=require' : ''}`,
      SESSION_SECRET: 's'.repeat(32),
      STORAGE_URL: `s3://bucket/prefix?endpoint=${encodeURIComponent(url)}&forcePathStyle=true`,
      AWS_ACCESS_KEY_ID: 'a key',
      AWS_SECRET_ACCESS_KEY: 'another',
      SPREADSHEET: 'google:a-sheet',
      GOOGLE_SERVICE_ACCOUNT: JSON.stringify({
        ...JSON.parse(sheets.serviceAccount),
        token_uri: `${url}/token`,
      }),
      GOOGLE_SHEETS_API_URL: url,
      LOCUST_URL: `${url}/volunteers`,
    })
    for (const name of [
      'Database',
      'Storage',
      'Spreadsheet',
      'Locust',
      'GitHub token',
      'GitHub workflows',
    ]) {
      expect.soft(`${name}: ${found.get(name)}`).toMatch(/cannot be reached/)
    }
  },
  120_000,
)

test('calls an empty database empty, not one of an earlier version', async () => {
  const DATA_DIR = await temporaryFolder()
  await writeFile(join(DATA_DIR, 'dashboard.db'), '')
  const found = await examine({ DATA_DIR })
  expect(found.get('Version')).toMatch(/^This is version \S+, and the database is empty\.$/)
  expect(found.get('Backup')).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)(
  'says to a user without a home folder what object storage needs',
  async () => {
    const DATA_DIR = await temporaryFolder()
    await chown(DATA_DIR, 54_321, 54_321)
    const storage = {
      STORAGE_URL: 's3://reports/p?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    }
    const settings = { DATA_DIR, NODE_COMPILE_CACHE: '', ...storage }
    const found = await examine(settings, { uid: 54_321, gid: 54_321 })
    expect(found.get('Storage')).toContain('the user that runs this has none')
  },
)
