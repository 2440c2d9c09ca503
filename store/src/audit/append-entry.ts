import { randomUUIDv7 } from 'node:crypto'
import type { AuditDetails } from '@dashboard/contract/audit'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { nowIso, toJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'

const maxLength = 200

/** Whoever performs an action: a user, or a program that acts for nobody, such as 'Console'. */
export interface Actor {
  id: string | null
  name: string
}

export interface NewAuditEntry {
  actor: Actor
  action: AuditAction
  /** Object of the action, as `type:id`. */
  subject?: string | undefined
  /** Address of the client, determined as TRUST_PROXY says. */
  address: string | null
  /** Names volunteers by internal id only; never contains names or contact details. */
  details?: AuditDetails | undefined
}

/**
 * Appends an entry to the audit log. Call it in the transaction of the change, so that both are committed or neither.
 */
export async function appendAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      at: nowIso(),
      actorId: entry.actor.id,
      actor: plainText(entry.actor.name),
      action: entry.action,
      subject: entry.subject === undefined ? null : plainText(entry.subject),
      address: entry.address,
      details: toJson(entry.details ?? {}),
    })
    .execute()
}

/** Cleans text that somebody may have typed into the login form: PostgreSQL cannot store NUL. */
function plainText(text: string): string {
  const visible = text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
  return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible
}
