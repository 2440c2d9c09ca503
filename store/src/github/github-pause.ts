import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toIso } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import type { GithubCredentials } from '../settings/settings-engine.ts'

/**
 * Names the lease, held by nobody, that stores until when GitHub accepts no requests; all servers that share a limit
 * share it. A limit belongs to a token, so another token is not affected, or to an App's installation, whose tokens
 * change every hour.
 */
const pauseOf = (credentials: GithubCredentials) => {
  const limited =
    credentials.kind === 'token' ? credentials.token : `installation ${credentials.installationId}`
  return `github-pause-${createHash('sha256').update(limited).digest('hex').slice(0, 32)}`
}
const nobody = 'nobody'

/** Returns the end of the pause in milliseconds since 1970; 0 when GitHub accepts requests with these credentials. */
export async function readGithubPause(db: Db, credentials: GithubCredentials): Promise<number> {
  const pause = await db
    .selectFrom('leader_leases')
    .select('expiresAt')
    .where('name', '=', pauseOf(credentials))
    .executeTakeFirst()
  const until = pause ? Date.parse(pause.expiresAt) : 0
  return until > Date.now() ? until : 0
}

/** Saves a pause, unless a longer one is known. */
export async function extendGithubPause(
  db: Db,
  credentials: GithubCredentials,
  until: number,
): Promise<void> {
  const expiresAt = toIso(until)
  await db
    .insertInto('leader_leases')
    .values({ name: pauseOf(credentials), owner: nobody, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ expiresAt })
        .where(sql<boolean>`leader_leases."expiresAt" < ${expiresAt}`),
    )
    .execute()
}
