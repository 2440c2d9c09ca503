import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toIso } from './database/column-values.ts'
import type { Db } from './database/open-database.ts'

/**
 * Until when GitHub wants no requests, for all servers that share a token: a lease that nobody holds
 * (docs/github-actions.md#what-it-costs-in-requests). The limit is the token's, and so another one is free of it.
 */
const pauseOf = (token: string) =>
  `github-pause-${createHash('sha256').update(token).digest('hex').slice(0, 32)}`
const nobody = 'nobody'

/** In milliseconds since 1970; 0 when GitHub takes requests with this token. */
export async function readGithubPause(db: Db, token: string): Promise<number> {
  const pause = await db
    .selectFrom('leader_leases')
    .select('expiresAt')
    .where('name', '=', pauseOf(token))
    .executeTakeFirst()
  const until = pause ? Date.parse(pause.expiresAt) : 0
  return until > Date.now() ? until : 0
}

/** Notes a pause of this token, unless a longer one is known. */
export async function extendGithubPause(db: Db, token: string, until: number): Promise<void> {
  const expiresAt = toIso(until)
  await db
    .insertInto('leader_leases')
    .values({ name: pauseOf(token), owner: nobody, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ expiresAt })
        .where(sql<boolean>`leader_leases."expiresAt" < ${expiresAt}`),
    )
    .execute()
}
