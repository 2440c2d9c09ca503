import type { Db } from '@dashboard/store/database/open-database'
import { endSessionsOf } from '../sessions/sessions.ts'

interface Ended {
  sessions: number
  /** For the audit log; without a key where there was none. */
  revoked: { tokens?: number }
}

/**
 * Ends all that a user is let in by, or all but the session that asks, and answers how many: whoever knew the password
 * may have made access tokens, too, so that a new password, as well as whatever keeps the user out, revokes them all.
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
