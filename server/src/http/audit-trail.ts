import type { AuditDetails } from '@dashboard/contract/audit'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { installation } from '@dashboard/contract/installation'
import { type Actor, appendAuditEntry } from '@dashboard/store/audit/append-entry'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyRequest } from 'fastify'
import { nameAndUsername, type SignedInUser } from './access-guard.ts'

interface AuditNote {
  /** What it was done to, as `type:id`. */
  subject?: string | undefined
  /** Volunteers by internal id only. */
  details?: AuditDetails
  /** Where the call is public: who it was. */
  actor?: Actor
}

/**
 * Enters an action of the caller in the audit log (docs/behavior.md#audit-log). `db` is the transaction of
 * the change, in which this comes last; where nothing changes, the database itself.
 */
export type Audit<Action extends AuditAction = AuditAction> = (
  db: Db,
  action: Action,
  note?: AuditNote,
) => Promise<void>

export function auditAs(actor: Actor, address: string | null): Audit {
  return (db, action, note) => appendAuditEntry(db, { actor, address, action, ...note })
}

/** For the programs that administrators run on the server's machine. */
export const auditAsConsole = auditAs({ id: null, name: 'Console' }, null)

/** For what the server does by itself. */
export const auditAsServer = auditAs({ id: null, name: 'Server' }, null)

/** For whoever sends the request. */
export function auditOf(request: FastifyRequest): Audit {
  // Worked out when something is entered, which most requests do not.
  return (db, action, note) => {
    const { session, ip } = request
    const actor = session ? actorOf(session.user) : { id: null, name: 'Nobody signed in' }
    const details = { ...note?.details, ...(session?.token && { token: session.token.id }) }
    // Visitors of a demo read the log, and must not learn of each other's addresses.
    const address = installation.isDemo ? null : ip
    return auditAs(actor, address)(db, action, { ...note, details })
  }
}

export function actorOf(user: Omit<SignedInUser, 'role' | 'hasNamesake'>): Actor {
  return { id: user.id, name: nameAndUsername(user) }
}
