import { fromFlag } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import { type AppError, conflict } from '../../http/app-error.ts'
import { type Audit, actorOf } from '../../http/audit-trail.ts'
import { notifyOfAdministrator } from '../account-notices.ts'
import { noPassword } from '../passwords.ts'
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
  if (linkedId !== undefined) return requireActive(await lockUser(tx, linkedId))
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
  const user = requireActive(await lockUser(tx, found.id))
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

function requireActive(user: UserRow | undefined): UserRow {
  // 409 and not 403, which the web takes for the end of a session.
  if (user === undefined || !fromFlag(user.isActive)) {
    throw conflict('This account is inactive. Ask an administrator to activate it.')
  }
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
