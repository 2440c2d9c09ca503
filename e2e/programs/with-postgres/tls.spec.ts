import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from '@dashboard/doubles/compile-cache'
import type { PostgresServer } from '@dashboard/doubles/postgres/postgres-server'
import { expect } from '@playwright/test'
import { ownPostgres, startSpecPostgres } from '../../own-postgres.ts'
import { test } from '../../reused-page.ts'

/** TLS to PostgreSQL: each mode and each fault, as reported by `npm run doctor`. */

// Otherwise the last files would keep one worker busy while the others are idle.
test.describe.configure({ mode: 'parallel' })

const withoutTls = ownPostgres()
let folder: string
const inFolder = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(inFolder(name), 'utf8')

function openssl(...words: string[]): void {
  execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
}

/** Creates a key and, in the file `out`, a request for its certificate or, with `-x509`, the certificate itself. */
function requestCertificate(name: string, subject: string, out: string, ...more: string[]): void {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
  openssl('req', ...key, '-subj', `/CN=${subject}`, '-out', out, ...more)
}

function makeAuthority(name: string): void {
  requestCertificate(name, `${name} authority`, `${name}.crt`, '-x509', '-days', '30')
}

/** Creates a certificate for a name; with negative `days` it has expired. */
function makeCertificate(authority: string, name: string, names: string, days = ['-days', '30']) {
  requestCertificate(name, name, `${name}.csr`)
  writeFileSync(inFolder('extensions'), `subjectAltName=${names}\n`)
  const by = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial']
  const files = ['-in', `${name}.csr`, '-out', `${name}.crt`, '-extfile', 'extensions']
  openssl('x509', '-req', ...files, ...by, ...days)
}

async function startWith(name: string, clientCa?: string): Promise<PostgresServer> {
  const client = clientCa === undefined ? {} : { clientCa: read(`${clientCa}.crt`) }
  return startSpecPostgres({ cert: read(`${name}.crt`), key: read(`${name}.key`), ...client })
}

/** Returns the doctor's line about the database: `ok` or the problem, and its fix. */
async function examine(server: { url: string }, query: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/src/doctor.ts'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      SESSION_SECRET: 's'.repeat(32),
      DATABASE_URL: `${server.url}${query}`,
      ...compileCache,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  await once(child, 'exit')
  expect(output).not.toMatch(/\n\s+at /)
  const lines = output.split('\n')
  const index = lines.findIndex((line) => line.includes(' Database: '))
  return /^ok/.test(lines[index] ?? '') ? 'ok' : `${lines[index]} ${lines[index + 1]?.trim()}`
}

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-tls-'))
})

test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a server that accepts TLS only', async () => {
  makeAuthority('ours')
  makeAuthority('other')
  makeCertificate('ours', 'good', 'IP:127.0.0.1')
  const server = await startWith('good')
  const DATABASE_CA = inFolder('ours.crt')
  try {
    expect(await examine(server, '?sslmode=require')).toBe('ok')
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      expect(await examine(server, `?sslmode=${mode}`, { DATABASE_CA }), mode).toBe('ok')
    }
    expect(await examine(server, `?sslrootcert=${DATABASE_CA}`)).toBe('ok')
    expect(await examine(server, '', { DATABASE_CA: read('ours.crt') })).toBe('ok')

    for (const query of ['', '?sslmode=disable']) {
      expect(await examine(server, query)).toContain(
        'accepts no connection without TLS. Add sslmode',
      )
    }
    const others = { DATABASE_CA: inFolder('other.crt') }
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      expect(await examine(server, `?sslmode=${mode}`, others)).toContain(
        'signed by no authority that is known here. Set DATABASE_CA',
      )
    }
  } finally {
    await server.stop()
  }
})

test('a server without TLS', async () => {
  const server = { url: withoutTls.createDatabase() }
  expect(await examine(server, '?sslmode=disable')).toBe('ok')
  for (const mode of ['require', 'verify-full']) {
    expect(await examine(server, `?sslmode=${mode}`)).toContain(
      'has no TLS, but DATABASE_URL requires it. Enable it there',
    )
  }
})

test('a certificate for another name, and one that has expired', async () => {
  makeAuthority('ours')
  const DATABASE_CA = inFolder('ours.crt')
  makeCertificate('ours', 'misnamed', 'DNS:db.example.org')
  const misnamed = await startWith('misnamed')
  try {
    expect(await examine(misnamed, '?sslmode=verify-ca', { DATABASE_CA })).toBe('ok')
    expect(await examine(misnamed, '?sslmode=verify-full', { DATABASE_CA })).toContain(
      'is for another name. Use the name that it is for',
    )
  } finally {
    await misnamed.stop()
  }
  makeCertificate('ours', 'expired', 'IP:127.0.0.1', ['-days', '-1'])
  const expired = await startWith('expired')
  try {
    expect(await examine(expired, '?sslmode=verify-full', { DATABASE_CA })).toContain(
      'has expired. Renew it',
    )
  } finally {
    await expired.stop()
  }
})

test('a server that requires a certificate from its clients', async () => {
  makeAuthority('ours')
  makeAuthority('clients')
  makeCertificate('ours', 'good', 'IP:127.0.0.1')
  makeCertificate('clients', 'dashboard', 'DNS:dashboard')
  const server = await startWith('good', 'clients')
  const names = {
    DATABASE_CERT: inFolder('dashboard.crt'),
    DATABASE_KEY: inFolder('dashboard.key'),
  }
  try {
    expect(await examine(server, '?sslmode=require')).toContain(
      'requires a client certificate. Set',
    )
    expect(await examine(server, '?sslmode=require', names)).toBe('ok')
  } finally {
    await server.stop()
  }
})
