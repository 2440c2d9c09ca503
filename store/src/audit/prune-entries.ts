import { type Db, inTransaction } from '../database/open-database.ts'
import { type Actor, appendAuditEntry } from './append-entry.ts'
import { readAuditHead, readPruned } from './audit-chain.ts'

const server: Actor = { id: null, name: 'Server' }

/**
 * Removes entries older than an instant (KEEP_AUDIT_DAYS); nothing else removes entries. The number and hash of the
 * last removed entry stay as a checkpoint from which the rest can still be verified, and a new entry records how many
 * were removed. Returns that number.
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

/** Returns the last entry before the first one that is not older. A clock that was set back keeps entries longer. */
async function findLastBefore(tx: Db, cutoff: string) {
  // Reads the head first, so that an entry made meanwhile is not mistaken for an old one.
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
