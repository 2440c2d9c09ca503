import type { PreflightCheck } from '@dashboard/contract/preflight'
import { fromJsonOr, nowIso, toJson } from './database/column-values.ts'
import type { Db } from './database/open-database.ts'

/** The last check of what settings a run on GitHub has (docs/github-actions.md#check-github). */
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
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return fromJsonOr<GithubCheckRow | undefined>(row?.value ?? null, undefined)
}

/** Begins a check, in the place of the last one. */
export async function startGithubCheck(db: Db, id: string): Promise<void> {
  const startedAt = nowIso()
  const check: GithubCheckRow = { id, startedAt, runId: null, runUrl: null, checks: null }
  const values = { value: toJson(check), updatedAt: startedAt }
  await db
    .insertInto('preferences')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Adds to a check what is known of it now; `false` when it is not the last one, or has its result. */
export async function changeGithubCheck(
  db: Db,
  id: string,
  changes: Partial<Pick<GithubCheckRow, 'runId' | 'runUrl' | 'checks'>>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The first statement writes: on PostgreSQL its row lock makes run and server wait for each other.
    await tx
      .updateTable('preferences')
      .set({ updatedAt: nowIso() })
      .where('name', '=', name)
      .execute()
    const check = await readGithubCheck(tx)
    if (check?.id !== id || check.checks !== null) return false
    const value = toJson({ ...check, ...changes })
    await tx.updateTable('preferences').set({ value }).where('name', '=', name).execute()
    return true
  })
}
