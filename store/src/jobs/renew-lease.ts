import { nowIso } from '../database/column-values.ts'
import { databaseInstant } from '../database/database-clock.ts'
import { type Db, isPostgres } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { isSqliteBusy } from '../database/sqlite-errors.ts'
import { inTransaction } from '../database/transactions.ts'
import { isHeldBy } from './change-jobs.ts'

/** How long a lease lasts after it was last renewed, in milliseconds. */
export const leaseMs = 30_000

/** How often a runner renews its lease, in milliseconds. */
export const heartbeatMs = leaseMs / 6

/** Renews the runner's lease; `false` when the job was cancelled or claimed by another runner. */
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
 * Locks the job's row for its runner until the transaction ends; `false` when the job was cancelled or claimed by
 * another runner, in which case nothing may be written. No other runner can claim a locked job, even when its lease has
 * expired (decision 0004).
 */
export async function lockJob(tx: Db, id: string, owner: string): Promise<boolean> {
  // Uses an update and not a select: on PostgreSQL its row lock makes a concurrent cancellation wait.
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
 * Whether a job whose lease was not renewed has lost its runner: its lease is still the one that was read, and no
 * transaction of its runner holds the row. Does not wait for such a transaction.
 */
export async function isRunnerLost(
  db: Db,
  { id, leaseOwner, leaseExpiresAt }: Pick<JobRow, 'id' | 'leaseOwner' | 'leaseExpiresAt'>,
): Promise<boolean> {
  if (leaseOwner === null) return false
  try {
    return await inTransaction(db, async (tx) => {
      // SQLite allows one writing transaction at a time, so no row lock is needed.
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
