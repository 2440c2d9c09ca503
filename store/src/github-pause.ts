import { sql } from 'kysely'
import { toIso } from './database/column-values.ts'
import type { Db } from './database/open-database.ts'

/**
 * Until when GitHub wants no requests, for all servers that share its token: a lease that nobody holds
 * (docs/github-actions.md#what-it-costs-in-requests).
 */
const pauseName = 'github-pause'
const nobody = 'nobody'

/** In milliseconds since 1970; 0 when GitHub takes requests. */
export async function readGithubPause(db: Db): Promise<number> {
  const pause = await db
    .selectFrom('leader_leases')
    .select('expiresAt')
    .where('name', '=', pauseName)
    .executeTakeFirst()
  const until = pause ? Date.parse(pause.expiresAt) : 0
  return until > Date.now() ? until : 0
}

/** Notes a pause, unless a longer one is known. */
export async function extendGithubPause(db: Db, until: number): Promise<void> {
  const expiresAt = toIso(until)
  await db
    .insertInto('leader_leases')
    .values({ name: pauseName, owner: nobody, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ expiresAt })
        .where(sql<boolean>`leader_leases."expiresAt" < ${expiresAt}`),
    )
    .execute()
}
