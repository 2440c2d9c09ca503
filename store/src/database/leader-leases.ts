import { randomUUID } from 'node:crypto'
import { databaseInstant } from './database-clock.ts'
import type { Db } from './open-database.ts'

/**
 * Acquires or renews a lease that one server at a time holds; `false` while another server holds it. The lease expires
 * `ms` milliseconds after its last renewal, so that another server can replace one that has crashed.
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
            // Takes over a lease that ends later than any lease of this name can: the clock was set back since.
            where('leader_leases.expiresAt', '>', databaseInstant(db, ms)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.deleteFrom('leader_leases').where('name', '=', name).where('owner', '=', owner).execute()
}

/**
 * Whether this caller should do a task that all servers together do at most once in `ms` milliseconds: `true` for the
 * first caller in that time.
 */
export async function claimInterval(db: Db, name: string, ms: number): Promise<boolean> {
  return acquireLease(db, name, { owner: randomUUID(), ms })
}
