import type { ReportFilter } from '@dashboard/contract/reports'
import { toFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { isOutOfDate, type ReportBasis } from '@dashboard/store/reports/report-contents'
import { sql } from 'kysely'
import { holdsText } from '../http/text-search.ts'

/** Which reports are meant. */
export interface ReportChoice extends ReportFilter {
  /** What `stale` refers to. */
  basis: ReportBasis
}

/** The reports that a filter chooses (docs/behavior.md#which-reports), to be selected from. */
export function chosenReports(db: ScopedDb, choice: ReportChoice) {
  const { q, stale, current, circuit, jobs, until, basis } = choice
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
    query = query.where((where) => (stale ? isOutOfDate(basis) : where.not(isOutOfDate(basis))))
  }
  return q ? query.where(holdsText(sql.ref('searchText'), q)) : query
}
