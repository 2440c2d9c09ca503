import { randomUUID } from 'node:crypto'
import type { CreateUserInput, UpdateUserInput } from '@dashboard/contract/account-inputs'
import type { User } from '@dashboard/contract/accounts'
import {
  fromFlag,
  fromJson,
  type JsonText,
  nowIso,
  toFlag,
  toJson,
} from '@dashboard/store/database/column-values'
import { isUniqueViolation } from '@dashboard/store/database/database-errors'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { sql } from 'kysely'
import { conflict } from '../http/app-error.ts'
import { isUnusual } from '../http/unusual-names.ts'
import { noPassword } from './passwords.ts'
import { skeletonsOf, usernameKey } from './usernames.ts'

/**
 * Returns the circuits that a user is limited to. An administrator is not limited, but the circuits remain stored for
 * when the role is taken back.
 */
export function limitOf({ role, circuits }: Pick<UserRow, 'role' | 'circuits'>): string[] | null {
  return role === 'admin' ? null : circuitsOf(circuits)
}

export function circuitsOf(circuits: JsonText | null): string[] | null {
  return circuits === null ? null : fromJson<string[]>(circuits)
}

/** Returns the parts of a user that others may see, without the password's hash. */
export function toUser(row: UserRow): User {
  const { id, username, firstName, lastName, role, lastSignInAt, createdAt, updatedAt } = row
  return {
    id,
    username,
    firstName,
    lastName,
    role,
    isActive: fromFlag(row.isActive),
    mustChangePassword: fromFlag(row.mustChangePassword),
    circuits: limitOf(row),
    isInvited: isInvited(row),
    lastSignInAt,
    createdAt,
    updatedAt,
  }
}

/** Whether the user has never signed in, and has no password to do so. */
export function isInvited({ password, lastSignInAt }: UserRow): boolean {
  return password === noPassword && lastSignInAt === null
}

export function findUserByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('usernameKey', '=', usernameKey(username))
    .executeTakeFirst()
}

export function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Returns the active administrators and the users named, and locks them until the transaction ends: when two
 * administrators take each other's role at once, the second sees the first one's change.
 */
export function lockAdministratorsAnd(tx: Db, ids: string[]): Promise<UserRow[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where((where) =>
      where.or([
        where('id', 'in', ids),
        where.and([where('role', '=', 'admin'), where('isActive', '=', 1)]),
      ]),
    )
    .orderBy('id')
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute()
}

/** Adds a user. Throws 409 when the username is taken, or looks like another one. */
export async function insertUser(
  db: Db,
  user: Omit<CreateUserInput, 'password'>,
  passwordHash: string,
): Promise<UserRow> {
  const { username, firstName, lastName, role } = user
  const now = nowIso()
  await refuseLookAlike(db, username)
  const added = await refuseTakenUsername(
    db
      .insertInto('users')
      .values({
        id: randomUUID(),
        username,
        usernameKey: usernameKey(username),
        firstName,
        lastName,
        role,
        isActive: toFlag(user.isActive),
        mustChangePassword: toFlag(user.mustChangePassword),
        circuits: user.circuits && toJson(user.circuits),
        password: passwordHash,
        createdAt: now,
        updatedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  await markNamesakes(db)
  return added
}

/**
 * Changes a user and returns the row; `undefined` when there is no such user. Throws 409 when the username is taken, or
 * looks like another one.
 */
export async function changeUser(
  db: Db,
  id: string,
  { username, isActive, circuits, ...names }: UpdateUserInput,
): Promise<UserRow | undefined> {
  if (username !== undefined) await refuseLookAlike(db, username, id)
  const changed = await refuseTakenUsername(
    db
      .updateTable('users')
      .set({
        ...names,
        ...(username !== undefined && { username, usernameKey: usernameKey(username) }),
        ...(isActive !== undefined && { isActive: toFlag(isActive) }),
        ...(circuits !== undefined && { circuits: circuits && toJson(circuits) }),
        updatedAt: nowIso(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  )
  await markNamesakes(db)
  return changed
}

/** Sets a new password, which makes unused links void. `mustChange`: the user did not choose the password. */
export async function replacePassword(
  db: Db,
  id: string,
  { hash, mustChange }: { hash: string; mustChange: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password: hash, mustChangePassword: toFlag(mustChange), updatedAt: nowIso() })
    .where('id', '=', id)
    .execute()
  await deleteUnusedLinks(db, id)
}

/** Makes void the links by which the user could set a password. */
export async function deleteUnusedLinks(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
}

export async function recordSignIn(db: Db, id: string): Promise<void> {
  await db.updateTable('users').set({ lastSignInAt: nowIso() }).where('id', '=', id).execute()
}

export async function removeUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
  await markNamesakes(db)
}

/**
 * Makes other changes of names wait until the transaction ends: names are compared with those of all users. Taken
 * before any user's row, since whether somebody has a namesake is written to the rows of others.
 */
export async function lockUserNames(tx: Db): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtext('user names'))`.execute(tx)
}

/** Throws 409 for a username that looks like another user's, unless both are of ASCII characters. */
async function refuseLookAlike(db: Db, username: string, ownId?: string): Promise<void> {
  await lockUserNames(db)
  const users = await db.selectFrom('users').select(['id', 'username', 'usernameKey']).execute()
  const own = users.find(({ id }) => id === ownId)
  if (own?.usernameKey === usernameKey(username)) return
  const skeletons = skeletonsOf(username)
  const isTaken = users.some(
    (user) =>
      user !== own &&
      user.usernameKey !== usernameKey(username) &&
      (isUnusual(username) || isUnusual(user.username)) &&
      !skeletons.isDisjointFrom(skeletonsOf(user.username)),
  )
  if (isTaken) throw conflict('This username looks like that of another user. Choose another one.')
}

/** Marks the users whose full names look the same, so that the username is written beside them. */
async function markNamesakes(db: Db): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'hasNamesake'])
    .execute()
  const named = users.map((user) => {
    const skeletons = [...skeletonsOf(`${user.firstName} ${user.lastName}`)]
    return { user, skeletons }
  })
  const counts = new Map<string, number>()
  for (const each of named.flatMap(({ skeletons }) => skeletons)) {
    counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  for (const { user, skeletons } of named) {
    const hasNamesake = toFlag(skeletons.some((each) => (counts.get(each) ?? 0) > 1))
    if (hasNamesake === user.hasNamesake) continue
    await db.updateTable('users').set({ hasNamesake }).where('id', '=', user.id).execute()
  }
}

async function refuseTakenUsername<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('Username is already taken')
    throw error
  }
}
