import type { Db } from '@dashboard/store/database/open-database'
import type { Session } from '../../http/access-check.ts'
import { gone } from '../../http/app-error.ts'
import type { Audit } from '../../http/audit-trail.ts'
import { auditFailure } from '../failed-sign-ins.ts'
import {
  beginSession,
  type Caller,
  refuseInactive,
  type SessionRules,
} from '../sessions/begin-session.ts'
import { findUserById } from '../users-queries.ts'
import { withCode } from './check-code.ts'
import { consumeTicket, findTicket } from './tickets.ts'

interface Dependencies {
  db: Db
  /** Decrypts the secrets of authenticator apps. */
  key: Uint8Array
  rules: SessionRules
  audit: Audit<'session.create' | 'session.failed'>
}

/** Finishes a sign-in whose password was right. Throws 400, 409, 410 or 429. */
export async function takeSecondStep(
  { db, key, rules, audit }: Dependencies,
  { ticket, code }: { ticket: string; code: string },
  caller: Caller,
): Promise<Session> {
  const { userId } = (await findTicket(db, 'second-step', ticket)) ?? {}
  const user = userId ? await findUserById(db, userId) : undefined
  if (!user) throw tookTooLong()
  try {
    return await withCode(db, key, { user, code, ip: caller.ip }, async (tx, current, by) => {
      if (!(await consumeTicket(tx, 'second-step', ticket))) throw tookTooLong()
      refuseInactive(current)
      return beginSession(tx, current, { ...caller, rules, by }, audit)
    })
  } catch (error) {
    await auditFailure(db, error, user.username, audit)
    throw error
  }
}

function tookTooLong() {
  return gone('This took too long, or your password has changed. Log in again from the start.')
}
