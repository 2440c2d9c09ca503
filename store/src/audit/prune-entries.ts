import type { Db } from '../database/open-database.ts'
import { inTransaction } from '../database/transactions.ts'
import { type Actor, appendAuditEntry } from './append-entry.ts'

const server: Actor = { id: null, name: 'Server' }

/**
 * Removes entries older than an instant (KEEP_AUDIT_DAYS); nothing else removes entries. A new entry records how many
 * were removed. Returns that number.
 */
export async function pruneAuditLog(db: Db, cutoff: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('audit_log')
      .where('at', '<', cutoff)
      .executeTakeFirst()
    const entries = Number(numDeletedRows)
    if (entries === 0) return 0
    const details = { entries }
    await appendAuditEntry(tx, { actor: server, action: 'audit.prune', address: null, details })
    return entries
  })
}
