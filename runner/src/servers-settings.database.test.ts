import type { Db } from '@dashboard/store/database/open-database'
import { saveStoredValue } from '@dashboard/store/database/stored-values'
import { saveExpectedSettings } from '@dashboard/store/github/expected-settings'
import { readSettings } from '@dashboard/store/settings/settings'
import { describeRunSettings } from '@dashboard/store/settings/settings-comparison'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { requireServersSettings } from './servers-settings.ts'

const server = {
  DATABASE_URL: 'postgres://dashboard@db.example/dashboard',
  SESSION_SECRET: 's'.repeat(32),
  STORAGE_URL: 's3://bucket/prefix',
  SPREADSHEET: 'google:a-sheet',
  GOOGLE_SERVICE_ACCOUNT: '{}',
  LOCUST_URL: 'http://locust.example/volunteers',
  IMPORT_MAX_REMOVAL: '0.25',
  REPORT_PAPER: 'a4',
  TIME_ZONE: 'America/Chicago',
}

async function freshServer(environment: NodeJS.ProcessEnv = server): Promise<Db> {
  const db = await freshDatabase()
  await saveExpectedSettings(db, describeRunSettings(readSettings(environment)))
  return db
}

const compare = (db: Db, changes: NodeJS.ProcessEnv = {}) =>
  requireServersSettings(db, readSettings({ ...server, ...changes }))

const where = 'on GitHub, in the repository under Settings → Secrets and variables → Actions.'

it.each<[string, NodeJS.ProcessEnv, string]>([
  [
    'storage',
    { STORAGE_URL: 's3://other' },
    "The secret STORAGE_URL is not the same as the server's.",
  ],
  [
    'spreadsheet',
    { SPREADSHEET: 'google:b' },
    "The variable SPREADSHEET is not the same as the server's.",
  ],
  ['sheet', { SHEET_NAME: 'Other' }, "The variable SHEET_NAME is not the same as the server's."],
  [
    'Locust',
    { LOCUST_URL: 'http://other.example' },
    "The secret LOCUST_URL is not the same as the server's.",
  ],
  ['no Locust', { LOCUST_URL: '' }, 'LOCUST_URL is not set here, and set on the server.'],
  ['credentials', { LOCUST_TOKEN: 't' }, 'LOCUST_TOKEN is set here, and not set on the server.'],
  [
    'guard',
    { IMPORT_MAX_REMOVAL: '0.5' },
    'IMPORT_MAX_REMOVAL is 0.5 here, and 0.25 on the server.',
  ],
  ['paper', { REPORT_PAPER: 'letter' }, 'REPORT_PAPER is letter here'],
  ['zone', { TIME_ZONE: 'UTC' }, 'TIME_ZONE is UTC here'],
])(
  'a run with a %s unlike the saved one of the server is refused',
  async (_what, changes, says) => {
    const db = await freshServer()
    await compare(db)
    const refused = compare(db, changes)
    await expect(refused).rejects.toThrow(says)
    await expect(refused).rejects.toThrow(where)
  },
)

it('a run needs no Locust where the server has none, but does where no server says so', async () => {
  await compare(await freshServer({ ...server, LOCUST_URL: '' }), { LOCUST_URL: '' })
  const empty = await freshDatabase()
  await compare(empty)
  const refused = compare(empty, { LOCUST_URL: '' })
  await expect(refused).rejects.toThrow('The secret LOCUST_URL is not set.')
})

it('what a server of another version has saved is not compared', async () => {
  const db = await freshDatabase()
  await saveStoredValue(db, 'run-settings', { database: 'postgres' })
  await expect(compare(db)).rejects.toThrow('Set GITHUB_REF to the version of the server.')
})
