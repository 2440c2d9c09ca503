import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import { readSettings } from './settings.ts'

const SESSION_SECRET = 's'.repeat(32)
const pem = '-----BEGIN CERTIFICATE-----\\nabc\\n-----END CERTIFICATE-----'

function databaseOf(url: string, more: Record<string, string> = {}) {
  return readSettings({ DATABASE_URL: url, SESSION_SECRET, ...more }).database
}

describe('DATABASE_URL', () => {
  test.each([
    ['', undefined],
    ['?sslmode=disable', 'disable'],
    ['?sslmode=require', 'require'],
    ['?sslmode=require&uselibpqcompat=true', 'require'],
    ['?sslmode=no-verify', 'require'],
    ['?sslmode=verify-ca', 'verify-ca'],
    ['?sslmode=verify-full&application_name=x', 'verify-full'],
    ['?ssl=true', 'verify-full'],
    ['?sslrootcert=system', 'verify-full'],
  ])('with "%s" asks for TLS as %s', (query, mode) => {
    const database = databaseOf(`postgres://u:p@db/x${query}`)
    expect(database).toMatchObject({ kind: 'postgres' })
    expect('tls' in database && database.tls?.mode).toBe(mode)
    // Node's client must not get the TLS parameters, which it interprets differently.
    expect('url' in database && database.url).not.toMatch(/ssl|uselibpq/)
  })

  test('names the root certificate by its path', async () => {
    const path = join(await temporaryFolder(), 'root.crt')
    await writeFile(path, 'a certificate')
    const url = `postgres://db/x?sslmode=verify-ca&sslrootcert=${encodeURIComponent(path)}`
    expect(databaseOf(url)).toMatchObject({ tls: { mode: 'verify-ca', ca: 'a certificate' } })
    expect(databaseOf('postgres://db/x', { DATABASE_CA: path })).toMatchObject({
      tls: { mode: 'verify-full', ca: 'a certificate' },
    })
  })

  test('accepts certificates as text, also on one line', () => {
    const text = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----'
    const names = { DATABASE_CA: pem, DATABASE_CERT: text, DATABASE_KEY: text }
    expect(databaseOf('postgres://db/x?sslmode=require', names)).toMatchObject({
      tls: { mode: 'require', ca: text, cert: text, key: text },
    })
  })

  test.each([
    ['postgres://db/x?sslmode=yes', {}, 'sslmode in DATABASE_URL is "yes", but disable, require,'],
    ['postgres://db/x?sslmode=allow', {}, 'is "allow", which lets the other side decide'],
    ['postgres://db/x?sslmode=prefer', {}, 'is "prefer", which lets the other side decide'],
    ['postgres://db/x', { DATABASE_CA: '/no/such' }, 'DATABASE_CA names the file /no/such, which'],
    ['postgres://db/x?sslmode=require', { DATABASE_CERT: pem }, 'DATABASE_KEY is not set, but a'],
    ['postgres://db/x', { DATABASE_POOL: '51' }, 'a number of connections from 1 to 50'],
    ['postgres://db/x', { DATABASE_POOL: '0' }, 'a number of connections from 1 to 50'],
  ])('refuses %s with %j', (url, more, line) => {
    expect(() => databaseOf(url, more)).toThrow(line)
  })

  test('has as many connections as DATABASE_POOL says', () => {
    expect(databaseOf('postgres://db/x', { DATABASE_POOL: '4' })).toMatchObject({ pool: 4 })
  })
})
