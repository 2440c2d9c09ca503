import type { SecondFactor } from '@dashboard/contract/accounts'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Session } from '../http/access-check.ts'
import { AppError } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { askSecondStep } from './factors/factors-queries.ts'
import { refuseThrottled, settleAttempt } from './login-throttle.ts'
import { verifyPassword } from './passwords.ts'
import {
  beginSession,
  type Caller,
  refuseInactiveLogin,
  type SessionRules,
} from './sessions/begin-session.ts'
import { usernameKey } from './usernames.ts'
import { findUserByUsername } from './users-queries.ts'

interface Credentials extends Caller {
  username: string
  password: string
  /**
   * The only administrator who may sign in with a password, and the refusal for all others; when left out, everybody
   * may.
   */
  only?: PasswordLimit | undefined
}

interface PasswordLimit {
  username: string
  /** The refusal, which is the same for a wrong password and a right one. */
  refusal: string
}

interface Dependencies {
  db: Db
  rules: SessionRules
  audit: Audit<'session.create'>
  /** Whether passkeys can be used here, so that messages name them. */
  hasPasskeys: boolean
}

/**
 * Signs a user in with the password, or asks for the second step that the user has set up. Throws 401, 403 or 429
 * (docs/accounts.md#sessions).
 */
export async function logIn(
  { db, rules, audit, hasPasskeys }: Dependencies,
  credentials: Credentials,
): Promise<{ session: Session } | { secondFactor: SecondFactor }> {
  const { username, password: _, only, ...caller } = credentials
  const found = await findUserByUsername(db, username)
  const user = await checkPassword(db, mayUsePassword(found, only) ? found : undefined, credentials)
  if (!user) throw wrongCredentials(only)
  return inTransaction(db, async (tx) => {
    // The user is read again: the password may have been reset, or the user deactivated, in the meantime.
    const current = await lockUser(tx, user.id)
    if (current?.password !== user.password) throw wrongCredentials(only)
    refuseInactiveLogin(current)
    const secondFactor = await askSecondStep(tx, user.id, hasPasskeys)
    if (secondFactor) return { secondFactor }
    return { session: await beginSession(tx, current, { ...caller, rules }, audit) }
  })
}

/**
 * Returns the user if the password is right. Returns `undefined` for a wrong password and for an unknown user, in the
 * same time, and counts a failure.
 */
export async function checkPassword(
  db: Db,
  user: UserRow | undefined,
  { username, password, ip }: Pick<Credentials, 'username' | 'password' | 'ip'>,
): Promise<UserRow | undefined> {
  const target = { username, userId: user?.id, ip }
  await refuseThrottled(db, target)
  const isRight = await verifyPassword(password, user?.password)
  await settleAttempt(db, target, isRight)
  return isRight ? user : undefined
}

/**
 * Whether the password of this user is checked at all. Other users are refused in the same time, and throttled
 * likewise.
 */
function mayUsePassword(user: UserRow | undefined, only: PasswordLimit | undefined): boolean {
  if (only === undefined) return true
  return user?.role === 'admin' && user.usernameKey === usernameKey(only.username)
}

function wrongCredentials(only: PasswordLimit | undefined): AppError {
  return new AppError(401, only?.refusal ?? 'Invalid username or password')
}
