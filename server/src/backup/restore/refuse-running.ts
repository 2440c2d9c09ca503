import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { nowIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import { listServers } from '@dashboard/store/database/running-servers'
import { StartError } from '../../start/start-error.ts'

/**
 * Refuses while this PostgreSQL is in use.
 * @throws StartError while a server uses it, or a runner works on a job in it.
 */
export async function refuseServersOf(db: Db): Promise<void> {
  if ((await listServers(db)).length > 0) {
    throw new StartError(
      'A server uses this database. Stop all servers; after one that was killed, wait two minutes. Nothing was changed.',
    )
  }
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'running')
    .where('leaseExpiresAt', '>', databaseInstant(db))
    .executeTakeFirst()
  if (job) throw runnerWorks()
}

/**
 * Refuses while a runner works on this SQLite file, which it may do after its server has ended.
 * @throws StartError while one does.
 */
export function refuseRunnersOf(path: string): void {
  if (!existsSync(path)) return
  let working: unknown
  try {
    using file = new DatabaseSync(path, { timeout: 5_000 })
    const jobs = 'select id from jobs where status = \'running\' and "leaseExpiresAt" > ?'
    working = file.prepare(jobs).get(nowIso())
  } catch {
    // The file is damaged or no database, and a restore is meant to replace just such a file.
    return
  }
  if (working !== undefined) throw runnerWorks()
}

function runnerWorks(): StartError {
  return new StartError(
    'A job is still running. Wait half a minute, then try again. Nothing was changed.',
  )
}
