import {
  type ChangeSum,
  importBefore,
  maxSummedChanges,
  sumChanges,
} from '@dashboard/contract/sum-changes'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { toChange } from './changes-queries.ts'

/** The imports listed to find the one that the sum begins with: more than there are in a week. */
const maxImports = 1_000

interface SummedImports {
  /** The last import before them. */
  from: { id: string; completedAt: string }
  /** The id of the last of them. */
  until: string
  /** `undefined` where there are too many changes to add up, or some are no longer stored. */
  sum: ChangeSum | undefined
}

/**
 * Adds up what imports have changed since an instant, as the page 'What changed since' does; `undefined` without any
 * since then, or without one before them.
 */
export async function sumChangesSince(
  db: ScopedDb,
  since: string,
): Promise<SummedImports | undefined> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'completedAt', 'hasDetails'])
    .where('state', '=', 'completed')
    .orderBy('completedAt', 'desc')
    .orderBy('number', 'desc')
    .limit(maxImports)
    .execute()
  const completed = rows.map((row) => ({
    ...row,
    completedAt: row.completedAt ?? '',
    hasDetails: fromFlag(row.hasDetails),
  }))
  const newest = completed[0]
  const from = importBefore(completed, Date.parse(since))
  if (!newest || !from || newest.completedAt <= since) return undefined
  const added = completed.filter(({ completedAt }) => completedAt > from.completedAt)
  const changes = added.every(({ hasDetails }) => hasDetails)
    ? await db
        .selectFrom('import_changes')
        .selectAll()
        .where(
          'importId',
          'in',
          added.map(({ id }) => id),
        )
        // The ids of a later import are higher.
        .orderBy('id')
        .limit(maxSummedChanges + 1)
        .execute()
    : undefined
  const isWhole = changes !== undefined && changes.length <= maxSummedChanges
  return {
    from,
    until: newest.id,
    sum: isWhole ? sumChanges(changes.map(toChange)) : undefined,
  }
}
