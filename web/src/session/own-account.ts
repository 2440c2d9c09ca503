import { type SessionUser, type User, updateProfile } from '@dashboard/contract/accounts'
import { call } from '../api/call.ts'

/**
 * A new token of the same session, when the account just saved is the signed-in user's own and its
 * names are no longer those of the session; otherwise `undefined`. Saving an account answers no
 * token (docs/behavior.md#users), so the same names go through the profile, which does. Throws
 * `ApiError`.
 */
export async function renewTokenFor(saved: User, me: SessionUser): Promise<string | undefined> {
  const { firstName, lastName, username } = saved
  const isCalledSame =
    firstName === me.firstName && lastName === me.lastName && username === me.username
  if (saved.id !== me.userId || isCalledSame) return undefined
  return renewToken(saved)
}

/**
 * A new token of the same session, which says of the account what has changed since the last one. A
 * changed password answers none (docs/behavior.md#sessions). Throws `ApiError`.
 */
export async function renewToken(names: Pick<User, 'firstName' | 'lastName' | 'username'>) {
  const { firstName, lastName, username } = names
  const { token } = await call(updateProfile, { body: { firstName, lastName, username } })
  return token
}
