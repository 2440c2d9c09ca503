import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getHealth } from '@dashboard/contract/health'
import { uploadedSheet } from '@dashboard/contract/limits'
import { loopbackCertificate } from '@dashboard/doubles/smtp/smtp-certificate'
import { readSettings } from '@dashboard/store/settings/settings'
import { readVariables } from '@dashboard/store/settings/settings-variables'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { connectionLimits } from '../server/src/http/connection-limits.ts'

/** Tests the files of an installation against the program that they install. */

const root = fileURLToPath(new URL('..', import.meta.url))
const readProjectFile = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = readProjectFile('Dockerfile')

const settingNames = new Set(Object.keys(readVariables({})))
/** Variables that Node and the S3 client read. */
const otherNames = /^(NODE_ENV|NODE_COMPILE_CACHE|PATH|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY))$/
const unknownNames = (variables: object) =>
  Object.keys(variables).filter((name) => !settingNames.has(name) && !otherNames.test(name))

/** Returns the variables that a Dockerfile, a unit of systemd or a file of settings sets. */
function readVariablesOf(path: string): Record<string, string> {
  const set = /^(?:ENV |Environment=| +)?([A-Z\d_]+)=(.*?)(?: \\)?$/gm
  const pairs = [...readProjectFile(path).matchAll(set)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
}

test.each([
  ['Dockerfile', '/data'],
  ['deploy/smpw-dashboard.service', '/var/lib/smpw-dashboard'],
])(
  '%s and the example of the settings set what the server reads, and a nightly backup',
  (path, dataDir) => {
    const set = { ...readVariablesOf(path), ...readVariablesOf('deploy/examples/dashboard.env') }
    expect(unknownNames(set)).toEqual([])
    expect(readSettings(set)).toMatchObject({ dataDir, backup: { folder: `${dataDir}/backups` } })
  },
)

test('compose.yaml and its example set what a server of the cluster reads', () => {
  const { services } = parse(readProjectFile('compose.yaml'), { merge: true })
  const values: Record<string, string> = {
    ...readVariablesOf('deploy/examples/compose.env'),
    SESSION_SECRET: 'a'.repeat(64),
    POSTGRES_PASSWORD: 'b'.repeat(64),
  }
  const environment = Object.fromEntries(
    Object.entries<string>(services['dashboard-1'].environment).map(([name, text]) => [
      name,
      text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, key, otherwise) => values[key] || otherwise),
    ]),
  )
  expect(unknownNames(environment)).toEqual([])
  expect(readSettings(environment)).toMatchObject({
    database: { kind: 'postgres' },
    storage: { kind: 's3' },
  })
})

test('the image has the Node that everything is tested with', () => {
  const { devDependencies } = JSON.parse(readProjectFile('package.json'))
  expect(/NODE_VERSION=(\S+)/.exec(dockerfile)?.[1]).toBe(devDependencies.node)
})

test.each([
  [200, 0],
  [503, 1],
])('the health check of the image receives %i and ends with %i', async (status, code) => {
  const paths: unknown[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const [, ...words] = JSON.parse(/HEALTHCHECK .*\n +CMD (.*)/.exec(dockerfile)?.[1] ?? '')
  const check = spawn(process.execPath, words, { env: { PORT: String(port) } })
  expect(await once(check, 'exit')).toEqual([code, null])
  expect(paths).toEqual([getHealth.path])
})

test.each([
  ['deploy/proxy/Caddyfile', /keepalive (\d+)s/, /max_size (\d+)MB/],
  ['deploy/proxy/compose.Caddyfile', /keepalive (\d+)s/, /max_size (\d+)MB/],
  ['deploy/proxy/nginx.conf', /keepalive_timeout (\d+)s/, /client_max_body_size (\d+)m/],
  // HAProxy itself has no limit.
  ['deploy/proxy/haproxy.cfg', /pool-purge-delay (\d+)s/, undefined],
])('%s fits the limits of the server', (path, idle, body) => {
  const text = readProjectFile(path)
  expect(Number(idle.exec(text)?.[1]) * 1_000).toBeLessThan(connectionLimits.keepAliveMs)
  if (!body) return
  expect(Number(body.exec(text)?.[1]) * 1_000_000).toBeGreaterThan(uploadedSheet.maxBytes)
})

/** Returns what a program prints when it rejects its input; empty when it accepts it. */
function complaintsOf(program: string, ...words: string[]): string {
  const env = { ...process.env, DASHBOARD_HOST: 'a.example', STORAGE_HOST: 'b.example' }
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, env, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

async function complaintsOfNginx(): Promise<string> {
  const folder = await temporaryFolder()
  const { cert, key } = loopbackCertificate()
  writeFileSync(join(folder, 'fullchain.pem'), cert)
  writeFileSync(join(folder, 'privkey.pem'), key)
  // nginx also tries to open the ports: use ports that every user may open, and no IPv6, which some machines lack.
  const site = readProjectFile('deploy/proxy/nginx.conf')
    .replaceAll('/etc/letsencrypt/live/dashboard.example.org', folder)
    .replaceAll(/listen \[::\]:/g, 'listen 127.0.0.2:')
    .replaceAll(/(listen \S*?)(80|443)\b/g, '$140$2')
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, `pid ${folder}/pid;\nevents {}\nhttp {\n${site}}\n`)
  return complaintsOf('nginx', '-t', '-e', 'stderr', '-p', folder, '-c', path)
}

async function complaintsOfHaproxy(): Promise<string> {
  const folder = await temporaryFolder()
  const { cert, key } = loopbackCertificate()
  const pem = join(folder, 'dashboard.pem')
  writeFileSync(pem, `${cert}${key}`)
  const path = join(folder, 'haproxy.cfg')
  const text = readProjectFile('deploy/proxy/haproxy.cfg')
  writeFileSync(path, text.replace('/etc/haproxy/dashboard.pem', pem))
  return complaintsOf('haproxy', '-c', '-q', '-f', path)
}

/** Programs that check the files, if this machine has them. */
const readers: Record<string, () => string | Promise<string>> = {
  nginx: complaintsOfNginx,
  haproxy: complaintsOfHaproxy,
  caddy: () =>
    ['Caddyfile', 'compose.Caddyfile']
      .map((name) => ['adapt', '--adapter', 'caddyfile', '--config', `deploy/proxy/${name}`])
      .map((words) => complaintsOf('caddy', ...words))
      .join(''),
  'systemd-analyze': () =>
    complaintsOf('systemd-analyze', 'verify', '--man=no', 'deploy/smpw-dashboard.service'),
  actionlint: () => complaintsOf('actionlint', '-no-color'),
  hadolint: () => complaintsOf('hadolint', 'Dockerfile'),
}

test.each(
  Object.entries(readers).filter(([program]) => spawnSync('which', [program]).status === 0),
)('%s takes its files', async (_, complaints) => {
  expect(await complaints()).toBe('')
})
