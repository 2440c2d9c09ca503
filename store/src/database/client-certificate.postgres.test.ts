import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import type { PostgresSettings } from '../settings/settings-postgres.ts'
import { isConnectionRefused } from './database-errors.ts'
import { explainPostgres } from './explain-database.ts'
import { openDatabase } from './open-database.ts'

/** Makes authorities, certificates and keys in a folder, by OpenSSL. */
async function openCertificates() {
  const folder = await temporaryFolder()
  const openssl = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
  const request = (name: string, subject: string, out: string, ...more: string[]) => {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
    openssl('req', ...key, '-subj', `/CN=${subject}`, '-out', out, ...more)
  }
  return {
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    makeAuthority: (name: string) =>
      request(name, `${name} authority`, `${name}.crt`, '-x509', '-days', '30'),
    /** With negative `days` it has expired. */
    makeCertificate(authority: string, name: string, subject: string, days = '30') {
      request(name, subject, `${name}.csr`)
      writeFileSync(join(folder, 'extensions'), 'subjectAltName=IP:127.0.0.1\n')
      const by = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial']
      const files = ['-in', `${name}.csr`, '-out', `${name}.crt`, '-extfile', 'extensions']
      openssl('x509', '-req', ...files, ...by, '-days', days)
    },
    lockKey: (name: string, out: string) =>
      openssl('rsa', '-aes256', '-passout', 'pass:secret', '-in', name, '-out', out),
  }
}

test.runIf(hasPostgres())('each fault of a client certificate has its own sentence', async () => {
  const { read, makeAuthority, makeCertificate, lockKey } = await openCertificates()
  for (const name of ['ours', 'clients', 'others']) makeAuthority(name)
  makeCertificate('ours', 'server', '127.0.0.1')
  makeCertificate('clients', 'dashboard', 'dashboard')
  makeCertificate('clients', 'somebody', 'somebody')
  makeCertificate('clients', 'old', 'dashboard', '-1')
  makeCertificate('others', 'foreign', 'dashboard')
  lockKey('dashboard.key', 'locked.key')
  const server = await startPostgres({
    certificates: {
      cert: read('server.crt'),
      key: read('server.key'),
      clientCa: read('clients.crt'),
    },
  })
  if (!server) throw new Error('There is no PostgreSQL')
  onTestFinished(() => server.stop())
  const { host } = new URL(server.url)

  const failureWith = async (cert: string | undefined, key: string | undefined) => {
    const files = { cert: cert && read(cert), key: key && read(key) }
    const tls = { mode: 'verify-full' as const, ca: read('ours.crt'), ...files }
    const settings: PostgresSettings = { kind: 'postgres', url: server.url, tls }
    await using db = openDatabase(settings, 'command')
    try {
      await sql`select 1`.execute(db)
      return 'none'
    } catch (error) {
      expect(isConnectionRefused(error)).toBe(true)
      return explainPostgres(settings, error)?.replace(host, 'the server')
    }
  }

  expect(await failureWith('dashboard.crt', 'dashboard.key')).toBe('none')
  expect(await failureWith(undefined, undefined)).toBe(
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
