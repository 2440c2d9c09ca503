import type { Db } from '@dashboard/store/database/open-database'
import { AppError } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { findUserByUsername } from './users-queries.ts'

const maxUsernameLength = 60

const reasons: Record<number, string> = {
  400: 'wrong code',
  401: 'wrong username or password',
  403: 'inactive account',
}

/**
 * Adds a failed sign-in to the audit log: under the username that was tried, about the user of that name if there is
 * one (docs/audit-log.md). Leaves out sign-ins that failed for a reason that is not the client's fault, and throttled
 * ones: nothing was tried then, and the failures before have their entries.
 */
export async function auditFailure(
  db: Db,
  error: unknown,
  username: string,
  audit: Audit<'session.failed'>,
): Promise<void> {
  const reason = error instanceof AppError ? reasons[error.status] : undefined
  if (reason === undefined) return
  const user = await findUserByUsername(db, username)
  const name =
    username.length > maxUsernameLength ? `${username.slice(0, maxUsernameLength)}…` : username
  await audit(db, 'session.failed', {
    actor: { id: null, name },
    subject: user && `user:${user.id}`,
    details: { reason },
  })
}
