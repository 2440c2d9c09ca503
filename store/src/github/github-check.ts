import type { PreflightCheck } from '@dashboard/contract/preflight'
import { nowIso } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { lockStoredValue, readStoredValue, saveStoredValue } from '../database/stored-values.ts'
import { inTransaction } from '../database/transactions.ts'

/** The last check of the settings that a run on GitHub has. */
export interface GithubCheckRow {
  id: string
  startedAt: string
  runId: string | null
  runUrl: string | null
  /** Findings of the run, or how it ended; `null` while neither is known. */
  checks: PreflightCheck[] | null
}

const name = 'github-check'

export async function readGithubCheck(db: Db): Promise<GithubCheckRow | undefined> {
  return readStoredValue<GithubCheckRow>(db, name)
}

/** Begins a check, replacing the last one. */
export async function startGithubCheck(db: Db, id: string): Promise<void> {
  const check = { id, startedAt: nowIso(), runId: null, runUrl: null, checks: null }
  await saveStoredValue(db, name, check satisfies GithubCheckRow)
}

/** Updates a check; `false` when it is no longer the last one, or already has its result. */
export async function changeGithubCheck(
  db: Db,
  id: string,
  changes: Partial<Pick<GithubCheckRow, 'runId' | 'runUrl' | 'checks'>>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Writes first: on PostgreSQL, the row lock makes run and server wait for each other.
    await lockStoredValue(tx, name)
    const check = await readGithubCheck(tx)
    if (check?.id !== id || check.checks !== null) return false
    await saveStoredValue(tx, name, { ...check, ...changes })
    return true
  })
}
