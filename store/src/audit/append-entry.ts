import { randomUUIDv7 } from 'node:crypto'
import type { AuditDetails } from '@dashboard/contract/audit'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { sql } from 'kysely'
import { nowIso, toJson } from '../database/column-values.ts'
import { type Db, inTransaction } from '../database/open-database.ts'
import { hashEntry, noHash } from './audit-chain.ts'

const longestName = 200
const longestSubject = 200

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
 * Appends an entry to the audit log. Call it last in the transaction of the change, so that both are committed or
 * neither. An append locks the head until its transaction ends; because every transaction locks the head after all
 * other rows, two transactions cannot deadlock.
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

/** Takes the next number and locks the head, which still has the previous entry's hash. */
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

/** Cleans text that somebody may have typed into the login form: PostgreSQL cannot store NUL. */
function plainText(text: string, maxLength: number): string {
  const visible = text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
  return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible
}
