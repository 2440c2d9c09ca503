import type { Db } from '@dashboard/store/database/open-database'
import type { Session } from '../http/access-guard.ts'
import { badRequest } from '../http/app-error.ts'
import { requireSession } from './sessions.ts'

/** Who has signed in so lately has just shown who they are. */
const recentSignInMs = 15 * 60_000

export function isLongAgo(signedInAt: string): boolean {
  return Date.now() - Date.parse(signedInAt) > recentSignInMs
}

/** Throws 400 for a session of a longer time ago: whoever sits there may not be its user. */
export async function requireRecentSignIn(db: Db, session: Pick<Session, 'id'>): Promise<void> {
  const { createdAt } = await requireSession(db, session.id)
  if (!isLongAgo(createdAt)) return
  throw badRequest('This needs a sign-in of the last 15 minutes. Log out, log in again, and retry.')
}
