import type { Generated } from 'kysely'
import type { Flag, IsoText, JsonText } from './column-values.ts'

export interface UsersTable {
  id: string
  username: string
  /** The username without regard to case; unique. */
  usernameKey: string
  firstName: string
  lastName: string
  /** Another user has a full name that looks the same. */
  hasNamesake: Generated<Flag>
  /** The hash. */
  password: string
  role: Generated<'admin' | 'user'>
  isActive: Generated<Flag>
  /** The password is not of the user's own choosing; the profile page asks for another one. */
  mustChangePassword: Generated<Flag>
  lastSignInAt: IsoText | null
  /** The names of the circuits that the user is limited to; all when `null`. */
  circuits: JsonText | null
  createdAt: IsoText
  updatedAt: IsoText
}

export interface SessionsTable {
  id: string
  userId: string
  createdAt: IsoText
  expiresAt: IsoText
  /** Browser and system in words, as the browser that signed in named itself. */
  device: string
  /** Noted at most every few minutes (docs/behavior.md#list-of-sessions). */
  lastSeenAt: IsoText
  /** When its user last showed who they are: by signing in, or since (docs/sign-in.md#a-recent-sign-in). */
  confirmedAt: IsoText
  /** What its user signed in with, unless it was the password alone. */
  signedInBy: string | null
}

export interface LoginFailuresTable {
  id: string
  /** The user's id, or the username that was tried where there is no such user. */
  account: string
  address: string
  failedAt: IsoText
}

/** From which networks users have signed in lately. */
export interface SignInNetworksTable {
  id: string
  userId: string
  network: string
  lastUsedAt: IsoText
}
