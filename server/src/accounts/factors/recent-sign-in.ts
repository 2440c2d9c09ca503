import { recentSignInMs } from '@dashboard/contract/limits'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { Session } from '../../http/access-check.ts'
import { AppError } from '../../http/app-error.ts'
import { requireSession } from '../sessions/sessions.ts'

export function isRecent(confirmedAt: string): boolean {
  return Date.now() - Date.parse(confirmedAt) <= recentSignInMs
}

/**
 * Throws unless the session's user has signed in, or confirmed who they are, a short while ago: 409 with a reason, on
 * which the web app asks the user to confirm (docs/sign-in.md#a-recent-sign-in).
 */
export async function requireRecentSignIn(tx: Db, session: Session): Promise<void> {
  const { confirmedAt } = await requireSession(tx, session.id)
  if (isRecent(confirmedAt)) return
  throw new AppError(409, 'Confirm that it is you first: enter your password or a code.', {
    reason: 'sign-in-not-recent',
  })
}

export async function isFreshFromLink(db: Db, session: Session): Promise<boolean> {
  const { signedInBy, createdAt } = await requireSession(db, session.id)
  return signedInBy === 'link' && Date.now() - Date.parse(createdAt) <= recentSignInMs
}

export async function recordConfirmation(tx: Db, session: Session): Promise<void> {
  await requireSession(tx, session.id)
  await tx
    .updateTable('sessions')
    .set({ confirmedAt: nowIso() })
    .where('id', '=', session.id)
    .execute()
}
