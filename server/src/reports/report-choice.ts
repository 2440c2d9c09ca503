import type { ReportFilter } from '@dashboard/contract/reports'
import { toFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { sql } from 'kysely'
import { holdsText } from '../http/text-search.ts'

/** Which reports are meant. */
export interface ReportChoice extends ReportFilter {
  /** Those that the reports of these ids supersede. */
  supersededBy?: readonly string[] | undefined
  /** What `stale` refers to; `null` before the first import. */
  lastImport: string | null
}

/** The reports that a filter chooses (docs/behavior.md#which-reports), to be selected from. */
export function chosenReports(db: ScopedDb, choice: ReportChoice) {
  const { q, stale, current, circuit, jobs, until, supersededBy, lastImport } = choice
  let query = db.selectFrom('reports')
  if (current !== undefined) query = query.where('isCurrent', '=', toFlag(current))
  if (circuit !== undefined) query = query.where('circuitId', '=', circuit)
  if (jobs !== undefined) {
    // A list that is empty is no SQL.
    query = query.where((where) =>
      jobs.length > 0 ? where('jobId', 'in', jobs) : where.lit(false),
    )
  }
  if (until !== undefined) query = query.where('generatedAt', '<=', until)
  if (stale !== undefined) {
    query = query.where('generatedAt', stale ? '<' : '>=', lastImport ?? '')
  }
  if (supersededBy !== undefined) {
    query = query
      .where('isCurrent', '=', 0)
      .where('place', 'in', (select) =>
        select.selectFrom('reports').select('place').where('id', 'in', supersededBy),
      )
  }
  if (!q) return query
  const found = holdsText(sql.ref('searchText'), q)
  if (current !== true) return query.where(found)
  // A current report is also found by those that it supersedes.
  return query.where('place', 'in', (select) =>
    select.selectFrom('reports').select('place').where(found),
  )
}
