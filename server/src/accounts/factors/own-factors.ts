import { nowIso } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Session } from '../../http/access-check.ts'
import { conflict, gone, notFound, sessionEnded } from '../../http/app-error.ts'
import type { Audit } from '../../http/audit-trail.ts'
import { codeRefused, normalizeCode } from './check-code.ts'
import { decryptSecret, encryptSecret } from './encrypted-secret.ts'
import { countFactors, deleteFactors, makeFirstRecoveryCodes } from './factors-queries.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { consumeTicket, findTicket, issueTicket } from './tickets.ts'
import { makeTotpSecret, totpAddress, totpStep } from './totp.ts'

interface Dependencies {
  db: Db
  /** Seals the secrets of authenticator apps. */
  key: Uint8Array
}

/** Creates a key for an authenticator app, and stores it until a code made with it is entered. Throws 409. */
export async function beginTotp({ db, key }: Dependencies, session: Session) {
  const { id: userId, username } = session.user
  const secret = makeTotpSecret()
  return inTransaction(db, async (tx) => {
    await requireRecentSignIn(tx, session)
    const data = encryptSecret(key, userId, secret)
    const ticket = await issueTicket(tx, 'totp-setup', { userId, data })
    return { ticket, secret, address: totpAddress(secret, username) }
  })
}

/** Adds the authenticator app, and removes an earlier one. Throws 400, 409 or 410. */
export async function finishTotp(
  { db, key, audit }: Dependencies & { audit: Audit<'factor.create'> },
  session: Session,
  { ticket, code }: { ticket: string; code: string },
): Promise<string[] | null> {
  const userId = session.user.id
  return inTransaction(db, async (tx) => {
    await lockOwnUser(tx, session)
    const found = await findTicket(tx, 'totp-setup', ticket)
    const data = found?.userId === userId ? found.data : null
    const secret = data === null ? undefined : decryptSecret(key, userId, data)
    if (data === null || secret === undefined) {
      throw gone('This took too long. Set up the authenticator app from the start.')
    }
    const lastStep = totpStep(secret, normalizeCode(code))
    if (lastStep === undefined) throw codeRefused(code)
    const before = await countFactors(tx, userId)
    await consumeTicket(tx, 'totp-setup', ticket)
    const replaced = await deleteTotpOf(tx, userId)
    await tx
      .insertInto('totp_factors')
      .values({ userId, secret: data, lastStep, createdAt: nowIso(), lastUsedAt: null })
      .execute()
    const codes = await makeFirstRecoveryCodes(tx, userId, before)
    const details = { kind: 'totp', ...(replaced && { replaced }) }
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

/** Removes the authenticator app. Throws 404 or 409. */
export async function removeTotp(removal: Removal, session: Session): Promise<void> {
  await removeFactor(removal, session, async (tx) => {
    if (!(await deleteTotpOf(tx, session.user.id))) throw notFound('Authenticator app')
    return { kind: 'totp' }
  })
}

/** Removes a passkey of the caller. Throws 404 or 409. */
export async function removePasskey(removal: Removal, session: Session, id: string): Promise<void> {
  await removeFactor(removal, session, async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', session.user.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('Passkey')
    return { kind: 'passkey', name: removed.name }
  })
}

/** Creates new recovery codes that replace the earlier ones. Throws 409. */
export async function renewRecoveryCodes(
  { db, audit }: { db: Db; audit: Audit<'recovery-codes.create'> },
  session: Session,
): Promise<string[]> {
  const userId = session.user.id
  return inTransaction(db, async (tx) => {
    await lockOwnUser(tx, session)
    if ((await countFactors(tx, userId)) === 0) {
      throw conflict('Recovery codes replace a second step. Set one up first.')
    }
    const codes = await replaceRecoveryCodes(tx, userId)
    await audit(tx, 'recovery-codes.create', { subject: `user:${userId}` })
    return codes
  })
}

/** Locks the caller's row until the transaction ends; throws unless the caller's second steps may be changed now. */
export async function lockOwnUser(tx: Db, session: Session): Promise<void> {
  if (!(await lockUser(tx, session.user.id))) throw sessionEnded()
  await requireRecentSignIn(tx, session)
}

async function removeFactor(
  { db, audit, isRequired }: Removal,
  session: Session,
  remove: (tx: Db) => Promise<{ kind: string; name?: string }>,
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

async function deleteTotpOf(tx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('totp_factors')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
