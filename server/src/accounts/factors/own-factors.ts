import type { AuditDetails } from '@dashboard/contract/audit'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Session } from '../../http/access-check.ts'
import { conflict, sessionEnded } from '../../http/app-error.ts'
import type { Audit } from '../../http/audit-trail.ts'
import { countFactors, deleteFactors } from './factors-queries.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Locks the caller's row until the transaction ends; throws unless the caller's second steps may be changed now. */
export async function lockOwnUser(tx: Db, session: Session): Promise<void> {
  if (!(await lockUser(tx, session.user.id))) throw sessionEnded()
  await requireRecentSignIn(tx, session)
}

/**
 * Adds a second step of the caller by `add`, which returns its entry for the audit log. Returns the recovery codes that
 * are made with the first one, `null` for a user who had one before. Throws 409.
 */
export async function addFactor(
  db: Db,
  session: Session,
  audit: Audit<'factor.create'>,
  add: (tx: Db) => Promise<AuditDetails>,
): Promise<string[] | null> {
  const userId = session.user.id
  return inTransaction(db, async (tx) => {
    await lockOwnUser(tx, session)
    const before = await countFactors(tx, userId)
    const details = await add(tx)
    const codes = before === 0 ? await replaceRecoveryCodes(tx, userId) : null
    await audit(tx, 'factor.create', { subject: `user:${userId}`, details })
    return codes
  })
}

interface Removal {
  db: Db
  audit: Audit<'factor.delete'>
  /** The user must not be left without a second step. */
  isRequired: boolean
}

/** Removes a second step of the caller by `remove`, likewise. Throws 409. */
export async function removeFactor(
  { db, audit, isRequired }: Removal,
  session: Session,
  remove: (tx: Db) => Promise<AuditDetails>,
): Promise<void> {
  const userId = session.user.id
  await inTransaction(db, async (tx) => {
    await lockOwnUser(tx, session)
    const details = await remove(tx)
    if ((await countFactors(tx, userId)) === 0) {
      if (isRequired) {
        throw conflict(
          'This server requires a second step. Add another one before you remove this.',
        )
      }
      // Recovery codes have no use without a second step, so they are deleted, too.
      await deleteFactors(tx, userId)
    }
    await audit(tx, 'factor.delete', { subject: `user:${userId}`, details })
  })
}
