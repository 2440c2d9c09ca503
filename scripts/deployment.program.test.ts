import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getHealth } from '@dashboard/contract/health'
import { uploadedSheet } from '@dashboard/contract/limits'
import { loopbackCertificate } from '@dashboard/doubles/smtp/smtp-certificate'
import { readSettings } from '@dashboard/store/settings/settings'
import { readVariables } from '@dashboard/store/settings/settings-variables'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { connectionLimits } from '../server/src/http/connection-limits.ts'
import {
  interpolate,
  readEnvironmentFile,
  readProjectFile,
  readStages,
} from './deployment-files.ts'

/** Tests the files of an installation against the program that they install. */

const root = fileURLToPath(new URL('..', import.meta.url))
const settingNames = new Set(Object.keys(readVariables({})))
/** Variables that Node and the S3 client read. */
const otherNames = /^(NODE_ENV|NODE_COMPILE_CACHE|PATH|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY))$/
const unknownNames = (names: Iterable<string>) =>
  [...names].filter((name) => !settingNames.has(name) && !otherNames.test(name))

const packageJson = JSON.parse(readProjectFile('package.json'))

describe('the image', () => {
  const text = readProjectFile('Dockerfile')
  const stages = readStages(text)
  const last = stages.at(-1) ?? []
  const textOf = (name: string) => last.findLast((each) => each.name === name)?.text ?? ''

  test('runs on the Node that everything is tested with, and not as root', () => {
    expect(/NODE_VERSION=(\S+)/.exec(text)?.[1]).toBe(packageJson.devDependencies.node)
    expect(textOf('USER')).toBe('node')
    const names = last.map(({ name }) => name)
    expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'))
    expect(JSON.parse(textOf('CMD'))).toEqual(['node', 'dist/server.js'])
  })

  test('sets what the server reads', () => {
    const set = Object.fromEntries(
      [...textOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    )
    expect(unknownNames(Object.keys(set))).toEqual([])
    expect(readSettings(set)).toMatchObject({ port: Number(textOf('EXPOSE')), dataDir: '/data' })
    expect(textOf('VOLUME')).toBe('/data')
  })

  test('copies what is there, and the manifest of every package', () => {
    const copied = stages
      .flat()
      .filter(({ name, text: words }) => name === 'COPY' && !words.startsWith('--from'))
      .flatMap(({ text: words }) => words.split(' ').slice(0, -1))
    expect(copied.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
    for (const workspace of packageJson.workspaces) {
      expect(copied).toContain(`${workspace}/package.json`)
    }
    const ignored = readProjectFile('.dockerignore').split('\n')
    expect(copied.filter((path) => ignored.includes(path.split('/')[0] ?? ''))).toEqual([])
  })

  test.each([
    [200, 0],
    [503, 1],
  ])('its health check receives %i and ends with %i', async (status, code) => {
    const paths: unknown[] = []
    const server = createServer((request, response) => {
      paths.push(request.url)
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const [, ...words] = JSON.parse(textOf('HEALTHCHECK').replace(/^.*? CMD /, ''))
    const check = spawn(process.execPath, words, { env: { PORT: String(port) } })
    expect(await once(check, 'exit')).toEqual([code, null])
    expect(paths).toEqual([getHealth.path])
  })
})

interface Service {
  environment?: Record<string, string>
  profiles?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
  read_only?: boolean
  ports?: string[]
}

describe('compose.yaml', () => {
  const text = readProjectFile('compose.yaml')
  const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
    text,
    { merge: true },
  )
  const servers = ['dashboard', 'dashboard-1', 'dashboard-2']
  const secrets = { SESSION_SECRET: 'a'.repeat(64), POSTGRES_PASSWORD: 'b'.repeat(64) }
  const environmentOf = (name: string, values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        interpolate(value, values),
      ]),
    )

  test.each(servers)('%s is sandboxed and its settings can be used', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const environment = environmentOf(name, secrets)
    expect(unknownNames(Object.keys(environment))).toEqual([])
    const settings = readSettings(environment)
    expect(settings.database.kind).toBe(name === 'dashboard' ? 'sqlite' : 'postgres')
    expect(settings.storage.kind).toBe(name === 'dashboard' ? 'disk' : 's3')
  })

  test('starts one server without the profile, and no server of the cluster without secrets', () => {
    const plain = Object.entries(compose.services).filter(([, { profiles }]) => !profiles)
    expect(plain.map(([name]) => name)).toEqual(['dashboard'])
    expect(() => readSettings(environmentOf('dashboard-1', {}))).toThrow('SESSION_SECRET')
  })

  test('names only services, volumes and files that are there', () => {
    for (const { volumes = [], depends_on: needed = [] } of Object.values(compose.services)) {
      for (const service of Array.isArray(needed) ? needed : Object.keys(needed)) {
        expect(Object.keys(compose.services)).toContain(service)
      }
      for (const source of volumes.map((volume) => volume.split(':')[0] ?? '')) {
        if (source.startsWith('./')) expect(existsSync(`${root}${source.slice(2)}`)).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(source)
      }
    }
  })

  test('asks for what its example has', () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const example = readEnvironmentFile(readProjectFile('deploy/examples/compose.env'))
    const optional = ['COMMIT', 'DASHBOARD_PORT']
    expect([...new Set(asked)].filter((name) => !optional.includes(name ?? '')).sort()).toEqual(
      Object.keys(example).sort(),
    )
  })
})

test('the example of the settings can be used as it is', () => {
  const example = readEnvironmentFile(readProjectFile('deploy/examples/dashboard.env'))
  expect(unknownNames(Object.keys(example))).toEqual([])
  expect(readSettings(example).notices.publicUrl).toBe(example.PUBLIC_URL)
})

test('the unit sets what the server reads, and nothing under which V8 cannot start', () => {
  const lines = readProjectFile('deploy/smpw-dashboard.service')
    .split('\n')
    .filter((line) => /^[A-Z]\w+=/.test(line))
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
  const set = valuesOf('Environment').map((pair) => pair.split('=')[0] ?? '')
  expect(unknownNames(set)).toEqual([])
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([])
  expect(valuesOf('ProtectSystem')).toEqual(['strict'])
  expect(valuesOf('Environment')).toContain(`DATA_DIR=/var/lib/${valuesOf('StateDirectory')[0]}`)
})

test.each([
  ['deploy/proxy/Caddyfile', /127\.0\.0\.1:3000/, /keepalive (\d+)s/, /max_size (\d+)MB/],
  ['deploy/proxy/compose.Caddyfile', /dashboard-1:3000/, /keepalive (\d+)s/, /max_size (\d+)MB/],
  [
    'deploy/proxy/nginx.conf',
    /127\.0\.0\.1:3000/,
    /keepalive_timeout (\d+)s/,
    /client_max_body_size (\d+)m/,
  ],
  // HAProxy itself has no limit.
  ['deploy/proxy/haproxy.cfg', /127\.0\.0\.1:3000/, /pool-purge-delay (\d+)s/, undefined],
])('%s fits the limits of the server', (path, server, idle, body) => {
  const text = readProjectFile(path)
  expect(text).toMatch(server)
  expect(text).toContain('/metrics')
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

test('a private copy tests and publishes nothing', () => {
  const jobs = ['ci', 'release'].flatMap((name) =>
    Object.values<{ if?: string; needs?: string }>(
      parse(readProjectFile(`.github/workflows/${name}.yml`)).jobs,
    ),
  )
  for (const job of jobs.filter(({ needs }) => needs === undefined)) {
    expect(job.if).toMatch(
      /github\.event\.repository\.visibility == 'public' \|\| vars\.DEVELOPED_HERE == 'true'\)?$/,
    )
  }
})

test('a backup is made every night', () => {
  const settingsOf = (set: Record<string, string>) => readSettings(set).backup.folder
  const image = /BACKUP_DIR=(\S+)/.exec(readProjectFile('Dockerfile'))?.[1] ?? ''
  const unit = /BACKUP_DIR=(\S+)/.exec(readProjectFile('deploy/smpw-dashboard.service'))?.[1] ?? ''
  const example = readEnvironmentFile(readProjectFile('deploy/examples/dashboard.env'))
  expect(settingsOf({ BACKUP_DIR: image, ...example })).toBe('/data/backups')
  expect(settingsOf({ BACKUP_DIR: unit, ...example })).toBe('/var/lib/smpw-dashboard/backups')
})
