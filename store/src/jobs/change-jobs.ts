import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { raiseVersion } from '../database/data-versions.ts'
import { type Db, inTransaction } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'

const maxLogLength = 1_000_000

/**
 * Runs a change of jobs in a transaction and raises the list's version with it, unless it did not
 * happen: the work answered nothing, `false` or an empty list.
 */
export async function changeJobs<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const result = await work(tx)
    const happened = Array.isArray(result) ? result.length > 0 : Boolean(result)
    if (happened) await raiseVersion(tx, 'jobs')
    return result
  })
}

/** The job's log with more at its end, unless it has become too long to read. */
export function appendedLog(text: string): RawBuilder<string> {
  return sql<string>`case when length(coalesce(logs, '')) < ${sql.lit(maxLogLength)}
    then coalesce(logs, '') || cast(${text} as text) else logs end`
}

/** Who is to hold a running job, and until when, if that matters. */
export interface Holder {
  owner: string
  leaseExpiresAt?: string | null
}

/** The condition that a job still runs for its holder. */
export function isHeldBy({ owner, ...lease }: Holder) {
  return (where: ExpressionBuilder<Database, 'jobs'>) =>
    where.and({ status: 'running', leaseOwner: owner, ...lease })
}
