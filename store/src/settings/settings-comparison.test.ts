import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { compareRunSettings, describeRunSettings } from './settings-comparison.ts'

const environment = {
  DATABASE_URL: 'postgres://somebody:secret-1@db.internal/dashboard',
  SESSION_SECRET: 's'.repeat(32),
  STORAGE_URL: 's3://bucket/prefix',
  SPREADSHEET: 'google:sheet-1',
  GOOGLE_SERVICE_ACCOUNT: 'secret-2',
  LOCUST_URL: 'https://u:secret-3@locust.example/export?key=secret-4',
  LOCUST_TOKEN: 'secret-5',
}
const describeWith = (changes: Record<string, string> = {}) =>
  describeRunSettings(readSettings({ ...environment, ...changes }))

describe('what a server sends a run about its settings', () => {
  test('holds no secret, no host and no name', () => {
    const text = JSON.stringify(describeWith())
    expect(text).not.toMatch(/secret-|example|internal|bucket|sheet-1|Data_Import/)
  })

  test.each<[string, Record<string, string>, string[]]>([
    // The server may use other host names and passwords for the same systems.
    ['another host of the database', { DATABASE_URL: 'postgres://x@db.example.org/other' }, []],
    ['another endpoint', { STORAGE_URL: 's3://bucket/prefix?endpoint=http://inside' }, []],
    ['another token', { LOCUST_TOKEN: 'new' }, []],
    [
      'SQLite',
      { DATABASE_URL: '' },
      ['The secret DATABASE_URL is sqlite here, and postgres on the server.'],
    ],
    [
      'another prefix',
      { STORAGE_URL: 's3://bucket/other' },
      ["The secret STORAGE_URL is not the same as the server's."],
    ],
    [
      'another sheet',
      { SHEET_NAME: 'Other' },
      ["The variable SHEET_NAME is not the same as the server's."],
    ],
    [
      'no Locust',
      { LOCUST_URL: '', LOCUST_TOKEN: '' },
      [
        'The secret LOCUST_URL is not set here, and set on the server.',
        'The secret LOCUST_TOKEN is not set here, and set on the server.',
      ],
    ],
    [
      'no token',
      { LOCUST_TOKEN: '' },
      ['The secret LOCUST_TOKEN is not set here, and set on the server.'],
    ],
    [
      'a password instead of a token',
      { LOCUST_TOKEN: '', LOCUST_USERNAME: 'u', LOCUST_PASSWORD: 'p' },
      [
        'The secret LOCUST_TOKEN is not set here, and set on the server.',
        'The secret LOCUST_PASSWORD is set here, and not set on the server.',
      ],
    ],
    [
      'another share',
      { IMPORT_MAX_REMOVAL: '1' },
      ['The variable IMPORT_MAX_REMOVAL is 1 here, and 0.5 on the server.'],
    ],
  ])('shows %s', (_what, changes, sentences) => {
    expect(compareRunSettings(describeWith(), describeWith(changes))).toEqual(sentences)
  })

  test('shows credentials that only the run has', () => {
    expect(compareRunSettings(describeWith({ LOCUST_TOKEN: '' }), describeWith())).toEqual([
      'The secret LOCUST_TOKEN is set here, and not set on the server.',
    ])
    const none = describeWith({ LOCUST_URL: '', LOCUST_TOKEN: '' })
    expect(compareRunSettings(none, describeWith())).toEqual([
      'The secret LOCUST_URL is set here, and not set on the server.',
      'The secret LOCUST_TOKEN is set here, and not set on the server.',
    ])
  })
})
