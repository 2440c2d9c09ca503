import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, it, vi } from 'vitest'
import { freshDatabaseToAlter } from '../../test/database.ts'
import * as names from './migrations/0006-names.ts'
import * as signInsAndTimes from './migrations/0011-sign-ins-and-times.ts'
import * as accountAndReportFacts from './migrations/0013-account-and-report-facts.ts'
import * as factors from './migrations/0021-factors.ts'
import * as sessions from './migrations/0022-sessions.ts'

it('mends names that hold what cannot be seen, and says whose username changed', async () => {
  const db = await freshDatabaseToAlter()
  const createdAt = '2026-01-01T00:00:00.000Z'
  const user = (id: string, username: string, firstName = 'Ada') => ({
    id,
    username,
    usernameKey: username.trim().normalize('NFKC').toLowerCase(),
    firstName,
    lastName: 'L\u2028ace',
    password: '',
    createdAt,
    updatedAt: createdAt,
  })
  const invisible = [user('3', '\u200b'), user('4', '\u200b\u200b')]
  const lookalikes = [
    user('1', 'ad\u200bmin'),
    user('2', 'Admin', 'Zoe\u0308'),
    user('5', 'Zoe\u0308'),
  ]
  await db
    .insertInto('users')
    .values([...lookalikes, ...invisible])
    .execute()
  const said: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  try {
    const migration: Migration = names
    await migration.up(db)
    await migration.up(db)
  } finally {
    write.mockRestore()
  }
  const rows = await db.selectFrom('users').selectAll().orderBy('id').execute()
  expect(rows.map((row) => [row.username, row.usernameKey, row.firstName, row.lastName])).toEqual([
    ['admin-2', 'admin-2', 'Ada', 'Lace'],
    ['Admin', 'admin', 'Zoë', 'Lace'],
    ['user', 'user', 'Ada', 'Lace'],
    ['user-2', 'user-2', 'Ada', 'Lace'],
    ['Zoë', 'zoë', 'Ada', 'Lace'],
  ])
  expect(said).toHaveLength(4)
  expect(said[0]).toBe(
    'The username of user 1 held characters that cannot be seen; it is now "admin-2".\n',
  )
})

it('keeps failed sign-ins and jobs of an older database', async () => {
  const db = await freshDatabaseToAlter()
  await db.schema.dropTable('sign_in_networks').execute()
  await db.schema.dropIndex('login_failures_account_failedAt').execute()
  await db.schema.alterTable('login_failures').renameColumn('account', 'usernameKey').execute()
  await db.schema.alterTable('jobs').dropColumn('workedMs').execute()
  const at = '2026-01-01T00:00:00.000Z'
  await sql`insert into login_failures (id, "usernameKey", address, "failedAt")
    values ('1', 'uma', '10.0.0.1', ${at})`.execute(db)
  await sql`insert into jobs (id, sequence, type, "createdAt", "updatedAt")
    values ('a', 1, 'import', ${at}, ${at})`.execute(db)
  const migration: Migration = signInsAndTimes
  await migration.up(db)
  expect(await db.selectFrom('login_failures').selectAll().execute()).toEqual([
    { id: '1', account: 'uma', address: '10.0.0.1', failedAt: at },
  ])
  expect(await db.selectFrom('jobs').select('workedMs').execute()).toEqual([{ workedMs: null }])
  expect(await db.selectFrom('sign_in_networks').selectAll().execute()).toEqual([])
})

it('takes the last sign-in of older users from their sessions, and asks nobody for a password', async () => {
  const db = await freshDatabaseToAlter()
  for (const column of ['lastSignInAt', 'mustChangePassword']) {
    await db.schema.alterTable('users').dropColumn(column).execute()
  }
  for (const column of ['pages', 'volunteers']) {
    await db.schema.alterTable('reports').dropColumn(column).execute()
  }
  const at = '2026-01-01T00:00:00.000Z'
  for (const id of ['ann', 'bo']) {
    await sql`insert into users
      (id, username, "usernameKey", "firstName", "lastName", password, "createdAt", "updatedAt")
      values (${id}, ${id}, ${id}, 'A', 'B', '', ${at}, ${at})`.execute(db)
  }
  await sql`insert into reports
    (id, "circuitId", filename, size, format, "generatedAt", "downloadUrl", "storageKey")
    values ('r', 'NY-1', 'a.pdf', 1, 'pdf', ${at}, '/r', 'r.pdf')`.execute(db)
  for (const day of ['2026-01-02', '2026-01-03']) {
    const createdAt = `${day}T00:00:00.000Z`
    const seen = { device: '', lastSeenAt: at, confirmedAt: at }
    const session = { userId: 'ann', createdAt, expiresAt: at, ...seen }
    await db
      .insertInto('sessions')
      .values({ id: day, ...session })
      .execute()
  }
  const migration: Migration = accountAndReportFacts
  await migration.up(db)
  const users = db.selectFrom('users').select(['id', 'lastSignInAt', 'mustChangePassword'])
  expect(await users.orderBy('id').execute()).toEqual([
    { id: 'ann', lastSignInAt: '2026-01-03T00:00:00.000Z', mustChangePassword: 0 },
    { id: 'bo', lastSignInAt: null, mustChangePassword: 0 },
  ])
  expect(await db.selectFrom('reports').select(['pages', 'volunteers']).execute()).toEqual([
    { pages: null, volunteers: null },
  ])
})

it('takes older sessions for last used when they began, on an unknown device', async () => {
  const db = await freshDatabaseToAlter()
  for (const column of ['device', 'lastSeenAt']) {
    await db.schema.alterTable('sessions').dropColumn(column).execute()
  }
  const at = '2026-01-01T00:00:00.000Z'
  await sql`insert into users
    (id, username, "usernameKey", "firstName", "lastName", password, "createdAt", "updatedAt")
    values ('ann', 'ann', 'ann', 'A', 'B', '', ${at}, ${at})`.execute(db)
  await sql`insert into sessions (id, "userId", "createdAt", "expiresAt")
    values ('one', 'ann', ${at}, '2026-01-02T00:00:00.000Z')`.execute(db)
  const migration: Migration = sessions
  await migration.up(db)
  expect(await db.selectFrom('sessions').select(['device', 'lastSeenAt']).execute()).toEqual([
    { device: 'Unknown device', lastSeenAt: at },
  ])
})

it('takes older sessions for confirmed when they began, and nobody for one with a second step', async () => {
  const db = await freshDatabaseToAlter()
  for (const name of ['totp_factors', 'passkeys', 'recovery_codes', 'sign_in_tickets']) {
    await db.schema.dropTable(name).execute()
  }
  for (const column of ['confirmedAt', 'signedInBy']) {
    await db.schema.alterTable('sessions').dropColumn(column).execute()
  }
  const at = '2026-01-01T00:00:00.000Z'
  await sql`insert into users
    (id, username, "usernameKey", "firstName", "lastName", password, "createdAt", "updatedAt")
    values ('ann', 'ann', 'ann', 'A', 'B', '', ${at}, ${at})`.execute(db)
  await sql`insert into sessions (id, "userId", "createdAt", "expiresAt")
    values ('one', 'ann', ${at}, '2026-01-02T00:00:00.000Z')`.execute(db)
  const migration: Migration = factors
  await migration.up(db)
  const read = db.selectFrom('sessions').select(['confirmedAt', 'signedInBy'])
  expect(await read.execute()).toEqual([{ confirmedAt: at, signedInBy: null }])
  expect(await db.selectFrom('totp_factors').selectAll().execute()).toEqual([])
  // Counters of authenticators are unsigned 32-bit numbers.
  const counted = { counter: 4_294_967_295, transports: '[]', createdAt: at, publicKey: '' }
  const passkey = { id: '1', userId: 'ann', name: 'x', credentialId: 'x', ...counted }
  await db.insertInto('passkeys').values(passkey).execute()
  expect(await db.selectFrom('passkeys').select('counter').execute()).toEqual([
    { counter: 4_294_967_295 },
  ])
})
