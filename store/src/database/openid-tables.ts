import type { Selectable } from 'kysely'
import type { IsoText } from './column-values.ts'

/** Whose account a person at an OpenID provider signs in to. */
export interface OpenIdIdentitiesTable {
  id: string
  userId: string
  issuer: string
  /** Who it is there; unique together with the issuer. */
  subject: string
  /** As the provider named it when it was linked, to recognize it by. */
  email: string | null
  linkedAt: IsoText
}

/** Sign-ins with an OpenID provider that have begun; a row is deleted when its answer comes. */
export interface OpenIdAttemptsTable {
  id: string
  /** Hash of the `state` that the provider sends back; unique. */
  stateHash: string
  /** Hash of what only the browser that began knows. */
  keyHash: string
  nonce: string
  codeVerifier: string
  /** Who links their account; `null` for a sign-in. */
  userId: string | null
  /** From where it was begun, to bound how many there are. */
  network: string
  expiresAt: IsoText
}

/** Links by which people set a password of their own; one unused for each user. */
export interface AccountLinksTable {
  id: string
  userId: string
  kind: 'invitation' | 'reset'
  /** Of the secret in the link; unique. */
  tokenHash: string
  /** Where it was sent, and only there; `null` when it was shown to an administrator. */
  sentTo: string | null
  createdAt: IsoText
  expiresAt: IsoText
  usedAt: IsoText | null
}

export type AccountLinkRow = Selectable<AccountLinksTable>
export type OpenIdAttemptRow = Selectable<OpenIdAttemptsTable>
