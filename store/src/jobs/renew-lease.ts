import { nowIso } from '../database/column-values.ts'
import { databaseInstant } from '../database/database-clock.ts'
import { type Db, isPostgres } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { isSqliteBusy } from '../database/sqlite-errors.ts'
import { isHeldBy } from './change-jobs.ts'

/** A runner that has not renewed its lease for so long counts as gone, in milliseconds. */
export const leaseMs = 30_000

/** How often a runner renews its lease, in milliseconds. */
export const heartbeatMs = leaseMs / 6

/** Keeps the job for its runner; `false` when it has been cancelled or given to another. */
export async function renewLease(db: Db, id: string, owner: string): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ leaseExpiresAt: databaseInstant(db, leaseMs) })
    .where('id', '=', id)
    .where(isHeldBy({ owner }))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Makes sure, inside a transaction, that the job still belongs to its runner until that transaction
 * ends; `false` when it was cancelled or given to another, and then nothing may be written. While the
 * transaction lasts nobody else can take the job, whatever its lease says (decision 0004).
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

/**
 * Whether a job whose lease was not renewed really has no runner at work: it still has the lease that was
 * read, and no transaction of its runner is under way. Never waits for one.
 */
export async function isLeaseAbandoned(
  db: Db,
  { id, leaseOwner, leaseExpiresAt }: Pick<JobRow, 'id' | 'leaseOwner' | 'leaseExpiresAt'>,
): Promise<boolean> {
  if (leaseOwner === null) return false
  try {
    return await db.transaction().execute(async (tx) => {
      // On SQLite the transaction itself is the lock.
      const job = await tx
        .selectFrom('jobs')
        .select('id')
        .where('id', '=', id)
        .where(isHeldBy({ owner: leaseOwner, leaseExpiresAt }))
        .$if(isPostgres(tx), (query) => query.forUpdate().skipLocked())
        .executeTakeFirst()
      return job !== undefined
    })
  } catch (error) {
    if (isSqliteBusy(error)) return false
    throw error
  }
}
