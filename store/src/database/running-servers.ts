import { databaseInstant } from './database-clock.ts'
import type { Db } from './open-database.ts'
import type { Database } from './schema.ts'

/** How long a server counts as running after it was last recorded, in milliseconds. */
export const countsAsRunningMs = 30_000

export type RunningServer = Omit<Database['running_servers'], 'expiresAt'>

/** Records that this server is running, and removes servers that have stopped recording it. */
export async function recordServer(db: Db, server: RunningServer): Promise<void> {
  const expiresAt = databaseInstant(db, countsAsRunningMs)
  await db
    .insertInto('running_servers')
    .values({ ...server, expiresAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expiresAt }))
    .execute()
  await db.deleteFrom('running_servers').where('expiresAt', '<=', databaseInstant(db)).execute()
}

export async function removeServer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('running_servers').where('id', '=', id).execute()
}

export async function listServers(db: Db): Promise<RunningServer[]> {
  return db
    .selectFrom('running_servers')
    .select(['id', 'version', 'sheetFolder'])
    .where('expiresAt', '>', databaseInstant(db))
    .execute()
}
