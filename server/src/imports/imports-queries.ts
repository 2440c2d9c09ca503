import type { ImportListEntry, listImports } from '@dashboard/contract/imports'
import { jobEnd } from '@dashboard/contract/jobs'
import { fromFlag, fromJsonOr } from '@dashboard/store/database/column-values'
import type { Database } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { activeStatuses } from '@dashboard/store/jobs/list-jobs'
import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { containsText } from '../http/text-search.ts'

type ImportFilter = Pick<z.infer<NonNullable<typeof listImports.query>>, 'q' | 'kind' | 'completed'>

/** An import with facts from its jobs and from the other imports. */
export type ListedImport = NonNullable<Awaited<ReturnType<typeof findListedImport>>>

export async function findListedImport(db: ScopedDb, id: string) {
  return chooseImports(db, {}).where('imports.id', '=', id).executeTakeFirst()
}

/** Returns the import that the data goes back to when this one is undone; `undefined` unless it can be. */
export async function findBefore(db: ScopedDb, row: ListedImport): Promise<string | undefined> {
  if (row.state !== 'completed' || row.number !== row.newestCompleted) return undefined
  const before = await db
    .selectFrom('imports')
    .select(['id', 'rowsKey'])
    .where('state', '=', 'completed')
    .where('id', '!=', row.id)
    .orderBy('completedAt', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.rowsKey === null ? undefined : before?.id
}

export function chooseImports(db: ScopedDb, { q, kind, completed }: ImportFilter) {
  let query = db.selectFrom('imports').selectAll('imports').select(jobsAndOthers)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (completed !== undefined) {
    query = query.where('state', completed === 'true' ? '=' : '!=', 'completed')
  }
  if (q) query = query.where(containsText(db, ['createdBy', 'appliedBy', 'source'], q))
  return query
}

function jobsAndOthers({ selectFrom }: ExpressionBuilder<Database, 'imports'>) {
  return [
    // The status of the job that works on it at this moment.
    selectFrom('jobs')
      .select('jobs.status')
      .where('jobs.status', 'in', activeStatuses)
      .where(({ or, eb, ref }) =>
        or([
          eb('jobs.id', '=', ref('imports.planJobId')),
          eb('jobs.id', '=', ref('imports.applyJobId')),
          eb('jobs.importId', '=', ref('imports.id')),
        ]),
      )
      .orderBy('jobs.sequence', 'desc')
      .limit(1)
      .$castTo<{ status: 'queued' | 'running' }>()
      .as('activeStatus'),
    selectFrom('jobs as planning')
      .select('planning.failureKind')
      .whereRef('planning.id', '=', 'imports.planJobId')
      .as('planFailure'),
    selectFrom('imports as source')
      .select('source.completedAt')
      .whereRef('source.id', '=', 'imports.sourceImportId')
      .as('sourceCompletedAt'),
    selectFrom('imports as newest')
      .select('newest.number')
      .where('newest.state', '=', 'completed')
      .orderBy('newest.completedAt', 'desc')
      .orderBy('newest.number', 'desc')
      .limit(1)
      .as('newestCompleted'),
  ] as const
}

export function statusOf(row: ListedImport): ImportListEntry['status'] {
  if (row.state === 'completed') return 'completed'
  if (row.activeStatus !== null) return row.activeStatus
  if (row.state !== 'planning') return row.state
  return jobEnd({ status: 'failed', failureKind: row.planFailure }) ?? 'failed'
}

export function toListEntry(row: ListedImport): ImportListEntry {
  const isCompleted = row.state === 'completed'
  return {
    ...row,
    status: statusOf(row),
    jobId: row.applyJobId ?? row.planJobId,
    totals: fromJsonOr(row.totals, null),
    isRestorable: isCompleted && row.rowsKey !== null,
    isCurrent: isCompleted && row.number === row.newestCompleted,
    hasDetails: fromFlag(row.hasDetails),
  }
}
