import type { SessionUser } from '@dashboard/contract/accounts'
import { fromFlag } from '@dashboard/store/database/column-values'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Session } from '../../http/access-check.ts'
import { limitOf } from '../users-queries.ts'

const algorithm = 'HS256'
/** In seconds. Clocks of several servers may differ by this much; the session's row decides when it really ends. */
const clockTolerance = 60

const Claims = z.object({
  jti: z.string(),
  userId: z.string(),
})

export interface TokenClaims {
  sessionId: string
  userId: string
}

/** Returns a token that says who the user is until the session expires (docs/accounts.md#sessions). */
export async function signSessionToken(key: Uint8Array, session: Session): Promise<string> {
  const { id: userId, username, firstName, lastName, role, mustChangePassword } = session.user
  const claims: Omit<SessionUser, 'exp'> = {
    userId,
    username,
    firstName,
    lastName,
    role,
    circuits: limitOf(session.user),
    ...(fromFlag(mustChangePassword) && { mustChangePassword: true }),
    ...(session.mustAddFactor && { mustAddFactor: true }),
  }
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setJti(session.id)
    .setIssuedAt()
    .setExpirationTime(Math.floor(session.expiresAt / 1_000))
    .sign(key)
}

/**
 * Returns what a token claims; `undefined` for one that another server signed, that is not a token at all, or that has
 * expired.
 */
export async function readSessionToken(
  key: Uint8Array,
  token: string,
): Promise<TokenClaims | undefined> {
  const options = { algorithms: [algorithm], clockTolerance }
  const verified = await jwtVerify(token, key, options).catch(() => undefined)
  const { success, data } = Claims.safeParse(verified?.payload)
  if (!success) return undefined
  return { sessionId: data.jti, userId: data.userId }
}
