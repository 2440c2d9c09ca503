import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely'
import { nowIso } from '../database/column-values.ts'
import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'
import { inTransaction } from '../database/transactions.ts'

const maxLogLength = 1_000_000

/**
 * Changes jobs in a transaction, and raises the version of the job list with it. `work` returns the rows that it
 * changed; if there are none, the version stays.
 */
export async function changeJobs<Row>(
  db: Db,
  work: (tx: Db) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return inTransaction(db, async (tx) => {
    const changed = await work(tx)
    if (changed.length > 0) await raiseVersion(tx, 'jobs')
    return changed
  })
}

type JobWhere = ExpressionBuilder<Database, 'jobs'>

/** Changes one job if it is in the expected state, in such a transaction; returns whether it was. */
export async function changeJob(
  db: Db,
  id: string,
  changes: UpdateObject<Database, 'jobs'>,
  isAsExpected: (where: JobWhere) => Expression<SqlBool>,
): Promise<boolean> {
  const changed = await changeJobs(db, (tx) =>
    tx
      .updateTable('jobs')
      .set({ ...changes, updatedAt: nowIso() })
      .where('id', '=', id)
      .where(isAsExpected)
      .returning('id')
      .execute(),
  )
  return changed.length > 0
}

const fullLog = 'The log is full: what follows is not written.\n'

/**
 * Returns SQL for the job's log with `text` appended, unless the log is already too long to read, which it then says.
 */
export function appendedLog(text: string): RawBuilder<string> {
  return sql<string>`case when length(coalesce(logs, '')) < ${sql.lit(maxLogLength)}
    then coalesce(logs, '') || cast(${text.replaceAll('\0', '')} as text)
    when logs like ${`%${fullLog}`} then logs else logs || ${fullLog} end`
}

export async function appendToLog(db: Db, id: string, text: string): Promise<void> {
  await changeJob(db, id, { logs: appendedLog(text) }, (where) => where.lit(true))
}

/** The runner that must hold a running job and, if it matters, the end of its lease. */
export interface Holder {
  owner: string
  leaseExpiresAt?: string | null
}

/** Returns the condition that a job is still running for its holder. */
export function isHeldBy({ owner, ...lease }: Holder) {
  return (where: JobWhere) => where.and({ status: 'running', leaseOwner: owner, ...lease })
}
