import type { CreateUserInput, UpdateUserInput } from '@dashboard/contract/account-inputs'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { fromFlag } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { listCircuitNames } from '@dashboard/store/reports/report-targets'
import type { Session, SignedInUser } from '../http/access-check.ts'
import { badRequest, notFound, roleRefused, sessionEnded } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { refuseUnknown } from '../http/unknown-names.ts'
import { describeChanges } from './account-changes.ts'
import { notifyOfAdministrator, notifyOfPassword } from './account-notices.ts'
import { deleteFactors } from './factors/factors-queries.ts'
import { requireRecentSignIn } from './factors/recent-sign-in.ts'
import { deleteFailuresOf } from './login-throttle.ts'
import { checkOwnPassword } from './own-password.ts'
import { hashPassword } from './passwords.ts'
import { requireSession } from './sessions/sessions.ts'
import { endAccessOf } from './tokens/end-access.ts'
import {
  changeUser,
  circuitsOf,
  deleteUnusedLinks,
  insertUser,
  lockAdministratorsAnd,
  lockUserNames,
  removeUser,
  replacePassword,
} from './users-queries.ts'

interface Dependencies<Action extends AuditAction> {
  db: Db
  audit: Audit<Action>
}

export async function addUser(
  { db, audit }: Dependencies<'user.create'>,
  session: Session,
  { password, ...user }: CreateUserInput,
): Promise<UserRow> {
  const hash = await hashPassword(password)
  return inTransaction(db, (tx) => insertAudited(tx, { session, user, hash }, audit))
}

interface NewUser {
  session: Session
  user: Omit<CreateUserInput, 'password'>
  hash: string
}

/** Adds a user for an administrator, in the administrator's transaction. */
export async function insertAudited(
  tx: Db,
  { session, user, hash }: NewUser,
  audit: Audit<'user.create'>,
): Promise<UserRow> {
  await lockUserNames(tx)
  await requireStillAdmin(tx, session)
  return insertCheckedUser(tx, { user, hash }, audit)
}

/** Adds a user by the rules for all accounts, whoever adds it. Throws 400 and 409. */
export async function insertCheckedUser(
  tx: Db,
  { user, hash }: Omit<NewUser, 'session'>,
  audit: Audit<'user.create'>,
): Promise<UserRow> {
  await requireKnownCircuits(tx, user)
  const added = await insertUser(tx, user, hash)
  await notifyOfAdministrator(tx, undefined, added)
  const { username, role, isActive, mustChangePassword, circuits } = user
  const details = {
    username,
    role,
    isActive,
    ...(mustChangePassword && { mustChangePassword }),
    ...(circuits && { circuits }),
  }
  await audit(tx, 'user.create', { subject: `user:${added.id}`, details })
  return added
}

/** Changes an account for an administrator; an account that becomes inactive loses its sessions. */
export async function editUser(
  { db, audit }: Dependencies<'user.update'>,
  admin: SignedInUser,
  id: string,
  changes: UpdateUserInput,
): Promise<UserRow> {
  const demotes = changes.role === 'user'
  if (admin.id === id && changes.isActive === false)
    throw badRequest('You cannot deactivate your own account.')
  if (admin.id === id && demotes) throw badRequest('You cannot give up your own admin role.')
  return inTransaction(db, async (tx) => {
    await lockUserNames(tx)
    const before = await requireUserAndAdmin(tx, admin, id)
    return changeCheckedUser(tx, before, changes, audit)
  })
}

/** Changes an account by the rules for all accounts, whoever changes it. Throws 400 and 409. */
export async function changeCheckedUser(
  tx: Db,
  before: UserRow,
  changes: UpdateUserInput,
  audit: Audit<'user.update'>,
): Promise<UserRow> {
  const { id } = before
  const deactivates = changes.isActive === false
  const limited = await withRightLimit(tx, before, changes)
  const user = await changeUser(tx, id, limited)
  if (!user) throw notFound('User')
  await notifyOfAdministrator(tx, before, user)
  const ended = deactivates ? await endAccessOf(tx, id) : undefined
  if (deactivates) await deleteUnusedLinks(tx, id)
  const details = { ...describeChanges(before, limited), ...ended?.revoked }
  await audit(tx, 'user.update', { subject: `user:${id}`, details })
  return user
}

/** Deletes an account with its sessions; what the user made still shows the user's name. */
export async function deleteUser(
  { db, audit }: Dependencies<'user.delete'>,
  admin: SignedInUser,
  id: string,
): Promise<void> {
  if (admin.id === id) throw badRequest('You cannot delete your own account.')
  await inTransaction(db, async (tx) => {
    await lockUserNames(tx)
    const before = await requireUserAndAdmin(tx, admin, id)
    await removeUser(tx, id)
    const { username, role } = before
    await audit(tx, 'user.delete', { subject: `user:${id}`, details: { username, role } })
  })
}

/**
 * Ends all sessions of another user, and revokes the user's access tokens. Throws 400 for the caller's own, which are
 * listed under Profile.
 */
export async function signOutUser(
  { db, audit }: Dependencies<'user.sign-out'>,
  admin: SignedInUser,
  id: string,
): Promise<UserRow> {
  if (admin.id === id) throw badRequest('Sign out your own devices under Profile.')
  return inTransaction(db, async (tx) => {
    const user = await requireUserAndAdmin(tx, admin, id)
    const { sessions, revoked } = await endAccessOf(tx, id)
    const details = { username: user.username, sessions, ...revoked }
    await audit(tx, 'user.sign-out', { subject: `user:${id}`, details })
    return user
  })
}

/**
 * Removes the second steps of another user who has lost them, and ends the user's sessions. Throws 400 for the caller's
 * own, which are removed under Profile.
 */
export async function resetFactors(
  { db, audit }: Dependencies<'user.factors.reset'>,
  admin: SignedInUser,
  id: string,
): Promise<UserRow> {
  if (admin.id === id) throw badRequest('Remove your own second steps under Profile.')
  return inTransaction(db, async (tx) => {
    const user = await requireUserAndAdmin(tx, admin, id)
    const factors = await deleteFactors(tx, id)
    const { sessions, revoked } = await endAccessOf(tx, id)
    await deleteFailuresOf(tx, id)
    const details = { username: user.username, factors, sessions, ...revoked }
    await audit(tx, 'user.factors.reset', { subject: `user:${id}`, details })
    return user
  })
}

/**
 * Sets a password and ends the user's sessions, but never the calling session. Administrators can set their own only
 * soon after signing in or with the current one, which both show that they have it (docs/accounts.md#users).
 */
export async function setPassword(
  { db, audit }: Dependencies<'user.password.reset'>,
  session: Session,
  id: string,
  given: {
    password: string
    mustChange: boolean
    /** The caller's own current password, needed when the sign-in is not recent. */
    currentPassword?: string | undefined
    ip: string
  },
): Promise<void> {
  const { password, mustChange, currentPassword, ip } = given
  const isConfirmed = session.user.id === id && currentPassword !== undefined
  if (isConfirmed) {
    const own = { password: currentPassword, ip, path: 'currentPassword' }
    await checkOwnPassword(db, session, own)
  }
  const hash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const user = await requireUserAndAdmin(tx, session.user, id)
    if (session.user.id === id && !isConfirmed) await requireRecentSignIn(tx, session)
    else await requireSession(tx, session.id)
    await replacePassword(tx, id, { hash, mustChange })
    const { revoked } = await endAccessOf(tx, id, session.id)
    await deleteFailuresOf(tx, id)
    if (session.user.id !== id) await notifyOfPassword(tx, 'password')
    const forced = mustChange && { mustChangePassword: true }
    const details = { username: user.username, ...forced, ...revoked }
    await audit(tx, 'user.password.reset', { subject: `user:${id}`, details })
  })
}

/** Throws unless the caller is still signed in, and still an active administrator. */
async function requireStillAdmin(tx: Db, session: Session): Promise<void> {
  refuseUnlessAdmin(await lockUser(tx, session.user.id))
  await requireSession(tx, session.id)
}

function refuseUnlessAdmin(user: UserRow | undefined): void {
  if (user === undefined || !fromFlag(user.isActive)) throw sessionEnded()
  if (user.role !== 'admin') throw roleRefused()
}

/**
 * Locks all administrators and returns the user's row; throws unless the user exists and the caller is still an active
 * administrator. The caller always stays one, since nobody can take their own role or access away.
 */
export async function requireUserAndAdmin(
  tx: Db,
  admin: SignedInUser,
  id: string,
): Promise<UserRow> {
  const rows = await lockAdministratorsAnd(tx, [id, admin.id])
  const user = rows.find((row) => row.id === id)
  if (!user) throw notFound('User')
  refuseUnlessAdmin(rows.find((row) => row.id === admin.id))
  return user
}

/** Checks which circuits users may be limited to (docs/accounts.md#limited-users). */

type Limit = Pick<CreateUserInput, 'role' | 'circuits'>

/** Throws 400 for an administrator who would be limited, and for circuits that do not exist. */
async function requireKnownCircuits(
  tx: Db,
  { role, circuits }: Limit,
  before: readonly string[] = [],
): Promise<void> {
  if (circuits === null) return
  if (role === 'admin') {
    const message = 'An administrator looks after all circuits'
    throw badRequest(message, [{ path: 'circuits', message }])
  }
  refuseUnknown('circuit', circuits, [...(await listCircuitNames(tx)), ...before])
}

/**
 * Returns the changes with the limit that follows from them: an administrator's circuits remain stored, and count again
 * when the role is taken back. Circuits that the user had before may stay, even if they no longer exist. Throws 400.
 */
async function withRightLimit(
  tx: Db,
  before: UserRow,
  { circuits, ...changes }: UpdateUserInput,
): Promise<UpdateUserInput> {
  const role = changes.role ?? before.role
  const had = circuitsOf(before.circuits)
  if (circuits) await requireKnownCircuits(tx, { role, circuits }, had ?? [])
  return role === 'admin' || circuits === undefined ? changes : { ...changes, circuits }
}
