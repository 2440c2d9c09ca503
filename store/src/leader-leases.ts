import { randomUUID } from 'node:crypto'
import { databaseInstant } from './database/database-clock.ts'
import type { Db } from './database/open-database.ts'

/** One of the running servers holds this lease at any time, renewed every few seconds. */
export const noticesLease = 'notices'

/**
 * Acquires or renews a lease that one server at a time holds; `false` while another one holds it. It expires
 * `ms` milliseconds after it was last renewed, so that a server that dies is replaced by another.
 */
export async function acquireLease(
  db: Db,
  name: string,
  { owner, ms }: { owner: string; ms: number },
): Promise<boolean> {
  const values = { owner, expiresAt: databaseInstant(db, ms) }
  const taken = await db
    .insertInto('leader_leases')
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(values)
        .where((where) =>
          where.or([
            where('leader_leases.owner', '=', owner),
            where('leader_leases.expiresAt', '<=', databaseInstant(db)),
            // Later than any lease of this length can end: the clock was set back since.
            where('leader_leases.expiresAt', '>', databaseInstant(db, ms)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Releases a lease at once, if the owner still holds it. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.deleteFrom('leader_leases').where('name', '=', name).where('owner', '=', owner).execute()
}

/**
 * Whether this caller is to do what all servers together do at most once in `ms` milliseconds: the first to
 * call in that time is.
 */
export async function claimTurn(db: Db, name: string, ms: number): Promise<boolean> {
  return acquireLease(db, name, { owner: randomUUID(), ms })
}
