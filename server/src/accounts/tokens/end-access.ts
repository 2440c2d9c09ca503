import type { Db } from '@dashboard/store/database/open-database'
import { endSessionsOf } from '../sessions/sessions.ts'

interface Ended {
  sessions: number
  /** Details for the audit log; without a key when no token was revoked. */
  revoked: { tokens?: number }
}

/**
 * Ends all sessions and access tokens of a user, or all except the calling session, and returns how many. Tokens are
 * included because anyone who had the password may have made some: a new password revokes them all, and so does any
 * change that locks the user out.
 */
export async function endAccessOf(tx: Db, userId: string, exceptId?: string): Promise<Ended> {
  const sessions = await endSessionsOf(tx, userId, exceptId)
  const { numDeletedRows } = await tx
    .deleteFrom('access_tokens')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const tokens = Number(numDeletedRows)
  return { sessions, revoked: tokens > 0 ? { tokens } : {} }
}
