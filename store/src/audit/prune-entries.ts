import { type Db, inTransaction } from '../database/open-database.ts'
import { type Actor, appendAuditEntry } from './append-entry.ts'
import { readAuditHead, readPruned } from './audit-chain.ts'

const server: Actor = { id: null, name: 'Server' }

/**
 * Removes the entries from before an instant (KEEP_AUDIT_DAYS); nothing else ever removes one. The number and
 * hash of the last one stay as a checkpoint, from which the rest still verifies, and an entry says how
 * many were removed. Answers how many.
 */
export async function pruneAuditLog(db: Db, cutoff: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const before = await readPruned(tx)
    const last = await findLastBefore(tx, cutoff)
    if (!last || last.sequence <= before.count) return 0
    await tx.deleteFrom('audit_log').where('sequence', '<=', last.sequence).execute()
    const { sequence, hash } = last
    await tx
      .insertInto('audit_chain')
      .values({ name: 'pruned', sequence, hash })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ sequence, hash }))
      .execute()
    const removed = sequence - before.count
    const details = { entries: removed, through: sequence, hash }
    await appendAuditEntry(tx, { actor: server, action: 'audit.prune', address: null, details })
    return removed
  })
}

/** The last of the oldest entries that are all older; a clock set back keeps entries longer. */
async function findLastBefore(tx: Db, cutoff: string) {
  // First, so that an entry made meanwhile is not taken for an old one.
  const { count } = await readAuditHead(tx)
  const kept = await tx
    .selectFrom('audit_log')
    .select('sequence')
    .where('at', '>=', cutoff)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  const through = kept ? kept.sequence - 1 : count
  return tx
    .selectFrom('audit_log')
    .select(['sequence', 'hash'])
    .where('sequence', '=', through)
    .executeTakeFirst()
}
