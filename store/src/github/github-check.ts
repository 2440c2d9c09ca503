import type { PreflightCheck } from '@dashboard/contract/preflight'
import { nowIso } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { lockPreference, readPreference, savePreference } from '../database/preferences.ts'

/** The last check of what settings a run on GitHub has. */
export interface GithubCheckRow {
  id: string
  startedAt: string
  runId: string | null
  runUrl: string | null
  /** What the run found, or what became of the run; `null` while neither is known. */
  checks: PreflightCheck[] | null
}

const name = 'github-check'

export async function readGithubCheck(db: Db): Promise<GithubCheckRow | undefined> {
  return readPreference<GithubCheckRow>(db, name)
}

/** Begins a check, in the place of the last one. */
export async function startGithubCheck(db: Db, id: string): Promise<void> {
  const check = { id, startedAt: nowIso(), runId: null, runUrl: null, checks: null }
  await savePreference(db, name, check satisfies GithubCheckRow)
}

/** Adds to a check what is known of it now; `false` when it is not the last one, or has its result. */
export async function changeGithubCheck(
  db: Db,
  id: string,
  changes: Partial<Pick<GithubCheckRow, 'runId' | 'runUrl' | 'checks'>>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The first statement writes: on PostgreSQL its row lock makes run and server wait for each other.
    await lockPreference(tx, name)
    const check = await readGithubCheck(tx)
    if (check?.id !== id || check.checks !== null) return false
    await savePreference(tx, name, { ...check, ...changes })
    return true
  })
}
