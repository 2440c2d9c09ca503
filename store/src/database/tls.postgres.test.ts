import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  hasPostgres,
  makePostgresData,
  type PostgresCertificates,
  startPostgres,
} from '@dashboard/doubles/postgres/postgres-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import { readSettings } from '../settings/settings.ts'
import { isConnectionRefused } from './database-errors.ts'
import { explainPostgres } from './explain-database.ts'
import { openDatabase } from './open-database.ts'

/** Makes authorities, certificates and keys in a folder, by OpenSSL. */
async function openCertificates() {
  const folder = await temporaryFolder()
  const openssl = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
  const request = (name: string, subject: string, out: string, ...more: string[]) => {
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    const key = [...kind, '-nodes', '-keyout', `${name}.key`]
    openssl('req', ...key, '-subj', `/CN=${subject}`, '-out', out, ...more)
  }
  return {
    path: (name: string) => join(folder, name),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    makeAuthority: (name: string) =>
      request(name, `${name} authority`, `${name}.crt`, '-x509', '-days', '30'),
    /** For these names, by default that of a server on loopback; with negative `days` it has expired. */
    makeCertificate(
      authority: string,
      name: string,
      subject: string,
      { names = 'IP:127.0.0.1', days = '30' } = {},
    ) {
      request(name, subject, `${name}.csr`)
      writeFileSync(join(folder, 'extensions'), `subjectAltName=${names}\n`)
      const by = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial']
      const files = ['-in', `${name}.csr`, '-out', `${name}.crt`, '-extfile', 'extensions']
      openssl('x509', '-req', ...files, ...by, '-days', days)
    },
    lockKey: (name: string, out: string) =>
      openssl('pkey', '-aes256', '-passout', 'pass:secret', '-in', name, '-out', out),
  }
}

/** Connects with these settings; returns what is said about the failure, if there is one. */
async function connect(url: string, names: Record<string, string> = {}) {
  const environment = { DATABASE_URL: url, SESSION_SECRET: 's'.repeat(32), ...names }
  const { database } = readSettings(environment)
  await using db = openDatabase(database, 'server')
  try {
    await sql`select 1`.execute(db)
    return 'none'
  } catch (error) {
    expect(isConnectionRefused(error)).toBe(true)
    return explainPostgres(database, error)?.replace(new URL(url).host, 'the server')
  }
}

describe.runIf(hasPostgres())('TLS to PostgreSQL', () => {
  /** The data that each server begins with. */
  let data: string
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), 'dashboard-tls-'))
    makePostgresData(data)
  })
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  /** Starts a server of these certificates, or one without TLS; returns its address. */
  async function start(certificates?: PostgresCertificates): Promise<string> {
    const server = await startPostgres({ data, ...(certificates && { certificates }) })
    if (!server) throw new Error('There is no PostgreSQL')
    onTestFinished(() => server.stop())
    return server.url
  }

  test('each mode accepts a server that it trusts', async () => {
    const { path, read, makeAuthority, makeCertificate } = await openCertificates()
    makeAuthority('ours')
    makeCertificate('ours', 'good', '127.0.0.1')
    const url = await start({ cert: read('good.crt'), key: read('good.key') })
    const DATABASE_CA = path('ours.crt')
    expect(await connect(`${url}?sslmode=require`)).toBe('none')
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      expect(await connect(`${url}?sslmode=${mode}`, { DATABASE_CA }), mode).toBe('none')
    }
    expect(await connect(`${url}?sslrootcert=${DATABASE_CA}`)).toBe('none')
    expect(await connect(url, { DATABASE_CA: read('ours.crt') })).toBe('none')
    for (const query of ['', '?sslmode=disable']) {
      expect(await connect(`${url}${query}`)).toBe(
        'PostgreSQL at the server accepts no connection without TLS. Add sslmode=verify-full, or sslmode=require, to DATABASE_URL.',
      )
    }
  })

  test('each fault of a server has its own sentence', async () => {
    const { path, read, makeAuthority, makeCertificate } = await openCertificates()
    makeAuthority('ours')
    makeAuthority('other')
    makeCertificate('ours', 'misnamed', 'misnamed', { names: 'DNS:db.example.org' })
    makeCertificate('ours', 'expired', 'expired', { days: '-1' })
    const ours = { DATABASE_CA: path('ours.crt') }

    const misnamed = await start({ cert: read('misnamed.crt'), key: read('misnamed.key') })
    expect(await connect(`${misnamed}?sslmode=verify-ca`, ours)).toBe('none')
    expect(await connect(`${misnamed}?sslmode=verify-full`, ours)).toBe(
      'PostgreSQL at the server cannot be used: its certificate is for another name. Use the name that it is for in DATABASE_URL, or sslmode=verify-ca.',
    )
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      const others = { DATABASE_CA: path('other.crt') }
      expect(await connect(`${misnamed}?sslmode=${mode}`, others), mode).toBe(
        'PostgreSQL at the server cannot be used: its certificate is signed by no authority that is known here. Set DATABASE_CA to the certificate of its authority.',
      )
    }
    const expired = await start({ cert: read('expired.crt'), key: read('expired.key') })
    expect(await connect(`${expired}?sslmode=verify-full`, ours)).toBe(
      "PostgreSQL at the server cannot be used: its certificate has expired. Renew it, or correct this machine's clock.",
    )
    const plain = await start()
    expect(await connect(`${plain}?sslmode=disable`)).toBe('none')
    for (const mode of ['require', 'verify-full']) {
      expect(await connect(`${plain}?sslmode=${mode}`), mode).toBe(
        'PostgreSQL at the server has no TLS, but DATABASE_URL requires it. Enable it there, or set sslmode=disable where nobody can read the traffic.',
      )
    }
  })

  test('each fault of a client certificate has its own sentence', async () => {
    const { path, read, makeAuthority, makeCertificate, lockKey } = await openCertificates()
    for (const name of ['ours', 'clients', 'others']) makeAuthority(name)
    makeCertificate('ours', 'server', '127.0.0.1')
    makeCertificate('clients', 'dashboard', 'dashboard')
    makeCertificate('clients', 'somebody', 'somebody')
    makeCertificate('clients', 'old', 'dashboard', { days: '-1' })
    makeCertificate('others', 'foreign', 'dashboard')
    lockKey('dashboard.key', 'locked.key')
    const url = await start({
      cert: read('server.crt'),
      key: read('server.key'),
      clientCa: read('clients.crt'),
    })
    const failureWith = (cert: string, key: string) =>
      connect(url, {
        DATABASE_CA: read('ours.crt'),
        DATABASE_CERT: read(cert),
        DATABASE_KEY: path(key),
      })

    expect(await failureWith('dashboard.crt', 'dashboard.key')).toBe('none')
    expect(await connect(`${url}?sslmode=require`)).toBe(
      'PostgreSQL at the server requires a client certificate. Set DATABASE_CERT and DATABASE_KEY.',
    )
    expect(await failureWith('dashboard.crt', 'somebody.key')).toBe(
      'PostgreSQL at the server cannot be used: the key is not the one of the client certificate. Set DATABASE_KEY to the key of DATABASE_CERT.',
    )
    expect(await failureWith('dashboard.crt', 'locked.key')).toBe(
      'PostgreSQL at the server cannot be used: the key of the client certificate needs a passphrase. Set DATABASE_KEY to the key without one (openssl pkey -in client.key -out plain.key).',
    )
    expect(await failureWith('foreign.crt', 'foreign.key')).toBe(
      'PostgreSQL at the server cannot be used: it does not know the authority of the client certificate. Set DATABASE_CERT to one of an authority in its ssl_ca_file, or add the authority there.',
    )
    expect(await failureWith('old.crt', 'old.key')).toBe(
      'PostgreSQL at the server cannot be used: the client certificate has expired. Renew it, and set DATABASE_CERT to the new one.',
    )
    expect(await failureWith('somebody.crt', 'somebody.key')).toBe(
      'PostgreSQL at the server cannot be used: the client certificate is for another name. Set DATABASE_CERT to one whose common name is dashboard, or map it to that role in its pg_ident.conf.',
    )
    expect(await failureWith('dashboard.csr', 'dashboard.key')).toBe(
      'PostgreSQL at the server cannot be used: a certificate or key that is set here cannot be read. Set DATABASE_CA, DATABASE_CERT and DATABASE_KEY to PEM text (-----BEGIN …) or to files of it.',
    )
  })
})
