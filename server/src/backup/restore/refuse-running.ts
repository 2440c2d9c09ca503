import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { nowIso } from '@dashboard/store/database/column-values'
import { databaseInstant } from '@dashboard/store/database/database-clock'
import { hasServers } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import { StartError } from '../../start/start-error.ts'

/** @throws StartError while a server uses this PostgreSQL, or a runner works on a job in it. */
export async function refuseServersOf(db: Db): Promise<void> {
  if (await hasServers(db)) {
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

/** A runner may go on after its server has ended. @throws StartError while one works on this file. */
export function refuseRunnersOf(path: string): void {
  if (!existsSync(path)) return
  let working: unknown
  try {
    const file = new DatabaseSync(path, { timeout: 5_000 })
    try {
      const jobs = 'select id from jobs where status = \'running\' and "leaseExpiresAt" > ?'
      working = file.prepare(jobs).get(nowIso())
    } finally {
      file.close()
    }
  } catch {
    // Damaged, or no database at all: that is what backups are for.
    return
  }
  if (working !== undefined) throw runnerWorks()
}

function runnerWorks(): StartError {
  return new StartError(
    'A job is still running. Wait half a minute, then try again. Nothing was changed.',
  )
}
