import { randomUUID } from 'node:crypto'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { usernameKey } from '../src/accounts/usernames.ts'

type Overrides = Partial<UserRow>

/** Returns a user's row for tests; no password matches it unless a hash is given. */
async function insertUser(db: Db, overrides: Overrides): Promise<UserRow> {
  const username = overrides.username ?? `user-${randomUUID().slice(0, 8)}`
  const row: UserRow = {
    id: randomUUID(),
    username,
    usernameKey: usernameKey(username),
    firstName: 'Uma',
    lastName: 'User',
    password: 'no password',
    role: 'user',
    isActive: 1,
    mustChangePassword: 0,
    hasNamesake: 0,
    lastSignInAt: null,
    circuits: null,
    createdAt: nowIso(),
    updatedAt: nowIso(),
    ...overrides,
  }
  await db.insertInto('users').values(row).execute()
  return row
}

export function activeAdmin(db: Db, overrides: Overrides = {}): Promise<UserRow> {
  return insertUser(db, { firstName: 'Ada', lastName: 'Admin', role: 'admin', ...overrides })
}

export function activeUser(db: Db, overrides: Overrides = {}): Promise<UserRow> {
  return insertUser(db, overrides)
}

export function inactiveUser(db: Db, overrides: Overrides = {}): Promise<UserRow> {
  return insertUser(db, { firstName: 'Ina', lastName: 'Inactive', isActive: 0, ...overrides })
}
