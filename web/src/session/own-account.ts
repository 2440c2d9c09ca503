import { type SessionUser, type User, updateProfile } from '@dashboard/contract/accounts'
import { call } from '../api/call.ts'

/**
 * Returns a new token of the same session, when the account just saved is the signed-in user's own and its names differ
 * from those of the session; otherwise `undefined`. Saving an account returns no token (docs/accounts.md#users), so the
 * same names are saved through the profile, which does. Throws `ApiError`.
 */
export async function renewTokenFor(saved: User, me: SessionUser): Promise<string | undefined> {
  const { firstName, lastName, username } = saved
  const isCalledSame =
    firstName === me.firstName && lastName === me.lastName && username === me.username
  if (saved.id !== me.userId || isCalledSame) return undefined
  return renewToken(saved)
}

/**
 * Returns a new token of the same session with the account's latest data. Changing a password returns none
 * (docs/accounts.md#sessions). Throws `ApiError`.
 */
export async function renewToken(names: Pick<User, 'firstName' | 'lastName' | 'username'>) {
  const { firstName, lastName, username } = names
  const { token } = await call(updateProfile, { body: { firstName, lastName, username } })
  return token
}
