import type { Role } from '@dashboard/contract/account-inputs'
import { nameText, usernameText } from '@dashboard/contract/person-names'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import { z } from 'zod'

/** What a provider says of a person. Only `sub` is certain to be there; what has another form counts as missing. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const Username = usernameText()
const FirstName = nameText('First name')
const LastName = nameText('Last name')

/** The e-mail address in small letters, verified or not; to show, never to decide by. */
export function emailOf(claims: Claims): string | null {
  return Email.safeParse(claims.email).data ?? null
}

/** The e-mail address, if the provider vouches for it: `true`, and nothing that only looks like it. */
export function verifiedEmailOf(claims: Claims): string | null {
  return claims.email_verified === true ? emailOf(claims) : null
}

/**
 * What the ID token and the userinfo endpoint say together; where both say something, the ID token counts. What is
 * said of the e-mail address is taken whole from one of them: one never vouches for the address of the other.
 */
export function mergeClaims(token: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = emailOf(token) === null ? userInfo : token
  return { ...userInfo, ...token, email, email_verified }
}

/** The role that a new account gets; `undefined` where the person is to have none. */
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

interface NewAccount {
  username: string
  firstName: string
  lastName: string
}

/** The names of a new account; a claim that no account can hold counts as missing. */
export function newAccountOf(claims: Claims): NewAccount {
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
