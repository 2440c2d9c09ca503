import { SessionUser } from '@dashboard/contract/accounts'
import { z } from 'zod'

/** A duty that another version calls something else is ignored. */
const duty = z.literal(true).optional().catch(undefined)
const Claims = SessionUser.extend({ mustChangePassword: duty, mustAddFactor: duty })

/**
 * Returns what the token's payload says about its user; `undefined` when it cannot be read
 * (docs/accounts.md#in-the-browser).
 */
export function decodeToken(token: string): SessionUser | undefined {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    return Claims.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data
  } catch {
    return undefined
  }
}

/** Whether the user looks after only some of the circuits (docs/accounts.md#limited-users). */
export function isLimited({ circuits }: Pick<SessionUser, 'circuits'>): boolean {
  return circuits !== null
}

/** Whether the session is over at `nowMs`, milliseconds by the server's clock. */
export function hasExpired(user: SessionUser, nowMs: number): boolean {
  return user.exp * 1000 <= nowMs
}
