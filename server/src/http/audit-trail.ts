import type { AuditDetails } from '@dashboard/contract/audit'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { type Actor, appendAuditEntry } from '@dashboard/store/audit/append-entry'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyRequest } from 'fastify'
import { nameAndUsername, type SignedInUser } from './access-check.ts'

/** An entry names at most this many circuits or congregations. */
export const auditedNames = 20

interface AuditNote {
  /** What the action was done to, as `type:id`. */
  subject?: string | undefined
  /** Names volunteers by internal id only. */
  details?: AuditDetails
  /** Who acted, for public calls, which have no session. */
  actor?: Actor
}

/**
 * Adds an action of the caller to the audit log (docs/audit-log.md). `db` is the transaction of the change, in
 * which this comes last; where nothing changes, the database itself.
 */
export type Audit<Action extends AuditAction = AuditAction> = (
  db: Db,
  action: Action,
  note?: AuditNote,
) => Promise<void>

export function auditAs(actor: Actor, address: string | null): Audit {
  return (db, action, note) => appendAuditEntry(db, { actor, address, action, ...note })
}

/** Adds entries for the programs that administrators run on the server's machine. */
export const auditAsConsole = auditAs({ id: null, name: 'Console' }, null)

/** Adds entries for what the server does by itself. */
export const auditAsServer = auditAs({ id: null, name: 'Server' }, null)

/** Returns a function that adds entries for the user who sends the request. */
export function auditOf(request: FastifyRequest): Audit {
  // Read only when an entry is added, which most requests do not do.
  return (db, action, note) => {
    const { session, ip } = request
    const actor = session ? actorOf(session.user) : { id: null, name: 'Nobody signed in' }
    const details = { ...note?.details, ...(session?.token && { token: session.token.id }) }
    return auditAs(actor, ip)(db, action, { ...note, details })
  }
}

export function actorOf(user: Omit<SignedInUser, 'role' | 'hasNamesake'>): Actor {
  return { id: user.id, name: nameAndUsername(user) }
}
