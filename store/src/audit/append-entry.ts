import { randomUUIDv7 } from 'node:crypto'
import type { AuditDetails } from '@dashboard/contract/audit'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { sql } from 'kysely'
import { nowIso, toJson } from '../database/column-values.ts'
import { type Db, inTransaction } from '../database/open-database.ts'
import { hashEntry, noHash } from './audit-chain.ts'

const longestName = 200
const longestSubject = 200

/** Who does something: a user, or a program that acts for nobody, such as 'Console'. */
export interface Actor {
  id: string | null
  name: string
}

export interface NewAuditEntry {
  actor: Actor
  action: AuditAction
  /** `type:id`. */
  subject?: string | undefined
  /** Of the client, as TRUST_PROXY says. */
  address: string | null
  /** Volunteers by internal id only, never their names or contact details. */
  details?: AuditDetails | undefined
}

/**
 * Appends an entry to the audit log. Call it last in the transaction of the change: both are then committed or
 * neither. An append locks the head until its transaction ends; coming last, it is locked after all other rows in
 * every transaction, so that no two can deadlock.
 */
export async function appendAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { sequence, hash: previousHash } = await lockHead(tx)
    const row = {
      id: randomUUIDv7(),
      sequence,
      at: nowIso(),
      actorId: entry.actor.id,
      actor: plainText(entry.actor.name, longestName),
      action: entry.action,
      subject: entry.subject === undefined ? null : plainText(entry.subject, longestSubject),
      address: entry.address,
      details: toJson(entry.details ?? {}),
      previousHash,
    }
    const hash = hashEntry(row)
    await tx
      .insertInto('audit_log')
      .values({ ...row, hash })
      .execute()
    await tx.updateTable('audit_chain').set({ hash }).where('name', '=', 'head').execute()
  })
}

/** Takes the next number and locks the head, which still has the hash of the entry before. */
function lockHead(tx: Db): Promise<{ sequence: number; hash: string }> {
  return tx
    .insertInto('audit_chain')
    .values({ name: 'head', sequence: 1, hash: noHash })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ sequence: sql`audit_chain.sequence + 1` }),
    )
    .returning(['sequence', 'hash'])
    .executeTakeFirstOrThrow()
}

/** A name may be whatever somebody typed into the login form; PostgreSQL keeps no NUL. */
function plainText(text: string, maxLength: number): string {
  const visible = text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
  return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible
}
