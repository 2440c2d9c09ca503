import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import { type AppError, conflict } from '../../http/app-error.ts'
import { type Audit, actorOf } from '../../http/audit-trail.ts'
import { notifyOfAdministrator } from '../account-notices.ts'
import { noPassword } from '../passwords.ts'
import { refuseInactive } from '../sessions/begin-session.ts'
import { findUserByUsername, insertUser } from '../users-queries.ts'
import { type Claims, emailOf, newAccountOf, roleOf, verifiedEmailOf } from './claims.ts'
import { addIdentity, findIdentityOf, findLinkedUser, findUsersOfAddress } from './identities.ts'

type AuditAccount = Audit<'openid.link' | 'user.create'>

/**
 * Returns the account that a person signs in to: the linked account; else the account that is known to have the
 * verified e-mail address, which is then linked; else a new account, where the settings allow it
 * (docs/sign-in-openid.md#whose-account). Throws 409 saying why there is none.
 */
export async function findAccount(
  tx: Db,
  settings: OpenIdSettings,
  claims: Claims,
  audit: AuditAccount,
): Promise<UserRow> {
  const { issuer } = settings
  const linkedId = await findLinkedUser(tx, { issuer, subject: claims.sub })
  if (linkedId !== undefined) return lockActiveUser(tx, linkedId)
  const matched = await findMatch(tx, settings, claims)
  const user = matched ?? (await signUp(tx, settings, claims, audit))
  const email = emailOf(claims)
  await addIdentity(tx, { userId: user.id, issuer, subject: claims.sub, email })
  await audit(tx, 'openid.link', {
    subject: `user:${user.id}`,
    actor: actorOf(user),
    details: { username: user.username, by: matched ? 'e-mail' : 'sign-up' },
  })
  return user
}

async function findMatch(
  tx: Db,
  { issuer, name }: OpenIdSettings,
  claims: Claims,
): Promise<UserRow | undefined> {
  const email = verifiedEmailOf(claims)
  if (email === null) return undefined
  const [found, ...others] = await findUsersOfAddress(tx, email)
  if (found === undefined || others.length > 0) return undefined
  const user = await lockActiveUser(tx, found.id)
  if (user.role === 'admin') throw linkFirst(name)
  return (await findIdentityOf(tx, user.id, issuer)) === undefined ? user : undefined
}

async function signUp(
  tx: Db,
  { name, signUp: isOn, roles }: OpenIdSettings,
  claims: Claims,
  audit: AuditAccount,
): Promise<UserRow> {
  const role = isOn ? roleOf(claims, roles) : undefined
  if (role === undefined) {
    throw conflict(
      `There is no account here for your identity at ${name}. Ask an administrator for one; if you have one, log in with its password and link it under Profile.`,
    )
  }
  const account = newAccountOf(claims)
  if (await findUserByUsername(tx, account.username)) throw linkFirst(name)
  const facts = { role, isActive: true, mustChangePassword: false, circuits: null }
  const user = await insertUser(tx, { ...account, ...facts }, noPassword)
  await notifyOfAdministrator(tx, undefined, user)
  await audit(tx, 'user.create', {
    subject: `user:${user.id}`,
    actor: actorOf(user),
    details: { username: user.username, role, isActive: true, by: 'openid' },
  })
  return user
}

async function lockActiveUser(tx: Db, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id)
  refuseInactive(user)
  return user
}

/**
 * Returns the same refusal for an administrator's account and any other: a matching name is never enough to sign in to
 * either.
 */
function linkFirst(name: string): AppError {
  return conflict(
    `There is an account with your name, which is not linked to ${name}. Log in with its password and link it under Profile, or ask an administrator.`,
  )
}
