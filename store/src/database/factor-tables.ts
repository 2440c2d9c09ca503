import type { Generated } from 'kysely'
import type { IsoText, JsonText } from './column-values.ts'

/** The authenticator app of a user. */
export interface TotpFactorsTable {
  userId: string
  /** Encrypted by a key of SESSION_SECRET (docs/sign-in.md#what-is-kept). */
  secret: string
  /** The time step of the last code that was accepted: no code is accepted twice. */
  lastStep: number
  /** Since the last code that was accepted; from 100 on no more codes are taken. */
  wrongCodes: Generated<number>
  createdAt: IsoText
  lastUsedAt: IsoText | null
}

export interface PasskeysTable {
  id: string
  userId: string
  /** What the user calls it. */
  name: string
  /** The authenticator's own id of it; unique. */
  credentialId: string
  /** COSE, in base64url. */
  publicKey: string
  /** How often it was used, as the authenticator counts; 0 for those that do not count. */
  counter: number
  transports: JsonText
  createdAt: IsoText
  lastUsedAt: IsoText | null
}

/** Those that have not been used. */
export interface RecoveryCodesTable {
  /** The hash. */
  id: string
  userId: string
}

/** What is good once and for a short time: the second step of a sign-in, a set-up, a challenge, a link. */
export interface SignInTicketsTable {
  /** The hash. */
  id: string
  purpose: string
  /** `null` where it is not known yet who signs in. */
  userId: string | null
  /** What the purpose keeps with it. */
  data: string | null
  expiresAt: IsoText
}
