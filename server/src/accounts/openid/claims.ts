import type { Role } from '@dashboard/contract/account-inputs'
import { nameText, usernameText } from '@dashboard/contract/person-names'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import { z } from 'zod'

/** A provider's claims about a person. Only `sub` is certain to be there; a claim of another form counts as missing. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const Username = usernameText()
const FirstName = nameText('First name')
const LastName = nameText('Last name')

/** Returns the e-mail address in lower case, verified or not; it is only shown, and decides nothing. */
export function emailOf(claims: Claims): string | null {
  return Email.safeParse(claims.email).data ?? null
}

/** Returns the e-mail address if the provider states that it is verified, with `true`, which some write as text. */
export function verifiedEmailOf(claims: Claims): string | null {
  const { email_verified: verified } = claims
  return verified === true || verified === 'true' ? emailOf(claims) : null
}

/**
 * Merges the claims of the ID token and of the userinfo endpoint; where both have a claim, the ID token's counts. All
 * claims about the e-mail address come from one of the two, so that neither verifies the other's address.
 */
export function mergeClaims(token: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = emailOf(token) === null ? userInfo : token
  return { ...userInfo, ...token, email, email_verified }
}

/** Returns the role of a new account; `undefined` when the person may not have one. */
export function roleOf(claims: Claims, roles: OpenIdSettings['roles']): Role | undefined {
  if (roles === undefined) return 'user'
  const values = valuesOf(claims[roles.claim])
  const hasOne = (wanted: readonly string[]) => values.some((value) => wanted.includes(value))
  if (hasOne(roles.adminValues)) return 'admin'
  return roles.userValues === undefined || hasOne(roles.userValues) ? 'user' : undefined
}

function valuesOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim]
  return values.filter((value) => typeof value === 'string')
}

/** Returns the names of a new account; a claim that does not fit into an account counts as missing. */
export function newAccountOf(claims: Claims) {
  const username =
    textOf(Username, verifiedEmailOf(claims)) ??
    textOf(Username, claims.preferred_username) ??
    textOf(Username, claims.sub) ??
    'New user'
  const [first, ...others] = (textOf(FirstName, claims.name) ?? username).split(/\s+/)
  return {
    username,
    firstName: textOf(FirstName, claims.given_name) ?? textOf(FirstName, first) ?? 'New',
    lastName: textOf(LastName, claims.family_name) ?? textOf(LastName, others.join(' ')) ?? 'User',
  }
}

function textOf(schema: z.ZodType<string>, claim: unknown): string | undefined {
  return schema.safeParse(claim).data
}
