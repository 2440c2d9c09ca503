import { randomUUID } from 'node:crypto'
import { databaseInstant } from './database-clock.ts'
import type { Db } from './open-database.ts'

/**
 * Acquires or renews a lease that one server at a time holds; `false` while another server holds it. The lease expires
 * `ms` milliseconds after its last renewal, so that another server can replace one that dies.
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
            // Takes over a lease that ends later than any lease of this length can: the clock was set back since.
            where('leader_leases.expiresAt', '>', databaseInstant(db, ms)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Prefix of the leases that servers hold while they run; the lease's owner is the server's version. */
const serverLeases = 'server-'
/** How long a server counts as running after it last renewed its lease, in milliseconds. */
export const serverLeaseMs = 30_000

/**
 * Acquires or renews the lease that shows that the server with this `id` is running, and removes the leases of servers
 * that have stopped renewing theirs. The mark of the folder of its sheet follows the id after a blank.
 */
export async function renewServerLease(db: Db, id: string, version: string): Promise<void> {
  await acquireLease(db, `${serverLeases}${id}`, { owner: version, ms: serverLeaseMs })
  await db
    .deleteFrom('leader_leases')
    .where('name', 'like', `${serverLeases}%`)
    .where('expiresAt', '<=', databaseInstant(db))
    .execute()
}

export async function releaseServerLease(db: Db, id: string, version: string): Promise<void> {
  await releaseLease(db, `${serverLeases}${id}`, version)
}

export async function hasServers(db: Db): Promise<boolean> {
  const lease = await db
    .selectFrom('leader_leases')
    .select('name')
    .where('name', 'like', `${serverLeases}%`)
    .where('expiresAt', '>', databaseInstant(db))
    .executeTakeFirst()
  return lease !== undefined
}

export async function listServerVersions(db: Db): Promise<string[]> {
  const leases = await db
    .selectFrom('leader_leases')
    .select('owner')
    .distinct()
    .where('name', 'like', `${serverLeases}%`)
    .where('expiresAt', '>', databaseInstant(db))
    .execute()
  return leases.map(({ owner }) => owner)
}

/** Returns the marks of the folders in which the servers that use this database keep the sheet. */
export async function listSheetFolders(db: Db): Promise<string[]> {
  const leases = await db
    .selectFrom('leader_leases')
    .select('name')
    .where('name', 'like', `${serverLeases}%`)
    .where('expiresAt', '>', databaseInstant(db))
    .execute()
  return [...new Set(leases.flatMap(({ name }) => name.split(' ')[1] ?? []))]
}

/** Releases a lease at once, if the owner still holds it. */
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
