import { nowIso, toIso } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { isHeldBy } from './change-jobs.ts'

/** A runner that has not renewed its lease for so long counts as gone, in milliseconds. */
export const leaseMs = 30_000

/** Keeps the job for its runner; `false` when it has been cancelled or given to another. */
export async function renewLease(db: Db, id: string, owner: string): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ leaseExpiresAt: toIso(Date.now() + leaseMs) })
    .where('id', '=', id)
    .where(isHeldBy({ owner }))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Makes sure, inside a transaction, that the job still belongs to its runner until that transaction
 * ends; `false` when it was cancelled or given to another, and then nothing may be written.
 */
export async function holdJob(tx: Db, id: string, owner: string): Promise<boolean> {
  // Written to, not only read: on PostgreSQL this makes a cancel at the same moment wait its turn.
  const held = await tx
    .updateTable('jobs')
    .set({ updatedAt: nowIso() })
    .where('id', '=', id)
    .where(isHeldBy({ owner }))
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}
