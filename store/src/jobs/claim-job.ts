import { sql } from 'kysely'
import { nowIso } from '../database/column-values.ts'
import { databaseInstant } from '../database/database-clock.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { changeJobs } from './change-jobs.ts'
import { githubOwner } from './github-started-jobs.ts'
import { selectReadyJobs } from './list-jobs.ts'
import { leaseMs } from './renew-lease.ts'

/** A run of GitHub Actions, with the address of its page. */
export interface GithubRun {
  id: string
  url: string
}

/**
 * Claims a queued job for one runner, if the job it depends on has completed; `undefined` when another runner was first
 * or the job is not ready. A job that follows a run on GitHub can be claimed for that run only.
 *
 * A runner on GitHub names its `run`, which the job is compared with from then on: the server may know of none, or of a
 * second one that it started because the answer to the first request was lost.
 */
export async function claimJob(
  db: Db,
  id: string,
  owner: string,
  run?: GithubRun,
): Promise<JobRow | undefined> {
  const now = nowIso()
  const isOfRun = owner === githubOwner
  const [claimed] = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({
        status: 'running',
        leaseOwner: owner,
        leaseExpiresAt: databaseInstant(tx, leaseMs),
        attempts: sql`attempts + 1`,
        startedAt: sql`coalesce("startedAt", ${now})`,
        updatedAt: now,
        ...(run && {
          githubRunId: run.id,
          githubRunUrl: run.url,
          dispatchedAt: sql`coalesce("dispatchedAt", ${now})`,
        }),
      })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where('leaseOwner', isOfRun ? '=' : 'is', isOfRun ? githubOwner : null)
      .where('id', 'in', selectReadyJobs(tx).select('jobs.id'))
      .returningAll()
      .execute(),
  )
  return claimed
}
