import { randomUUID } from 'node:crypto'
import { databaseInstant } from './database-clock.ts'
import type { Db } from './open-database.ts'

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

/** The names of the leases that servers hold as long as they run; the owner is the server's version. */
const serverLeases = 'server-'
/** How long a server counts as running after it has last renewed its lease, in milliseconds. */
export const serverLeaseMs = 30_000

/**
 * Acquires or renews the lease by which a server that is identified by `id` is known to run, and removes those of
 * servers that have not renewed theirs.
 */
export async function renewServerLease(db: Db, id: string, version: string): Promise<void> {
  await acquireLease(db, `${serverLeases}${id}`, { owner: version, ms: serverLeaseMs })
  await db
    .deleteFrom('leader_leases')
    .where('name', 'like', `${serverLeases}%`)
    .where('expiresAt', '<=', databaseInstant(db))
    .execute()
}

/** Releases the lease of a server that ends. */
export async function releaseServerLease(db: Db, id: string, version: string): Promise<void> {
  await releaseLease(db, `${serverLeases}${id}`, version)
}

/**
 * Whether servers use this database: they hold leases of their own, and one of them sends notices, by which servers
 * of before version 1.0.0 are known.
 */
export async function hasServers(db: Db): Promise<boolean> {
  const lease = await db
    .selectFrom('leader_leases')
    .select('name')
    .where((where) =>
      where.or([where('name', 'like', `${serverLeases}%`), where('name', '=', noticesLease)]),
    )
    .where('expiresAt', '>', databaseInstant(db))
    .executeTakeFirst()
  return lease !== undefined
}

/** The versions of the servers that use this database, each once. */
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
