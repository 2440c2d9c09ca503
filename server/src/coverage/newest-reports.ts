import type { NewestReport, ReportState } from '@dashboard/contract/coverage'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { isOutdated } from '@dashboard/store/reports/report-contents'

interface Coverage {
  report: ReportState
  newestReport: NewestReport | null
}

/**
 * Returns, for the name of a circuit (or of a congregation of one circuit), its newest report and whether it is out of
 * date. `congregationsOf` limits the result to reports of this circuit's congregations; they are those of circuits when
 * it is left out.
 */
export async function readReportCoverage(
  db: ScopedDb,
  frame: string,
  congregationsOf?: string,
): Promise<(name: string) => Coverage> {
  const newest = db
    .selectFrom('reports')
    .select((select) => [
      'circuitId',
      'congregation',
      select.fn.max('generatedAt').as('generatedAt'),
    ])
    .where((where) =>
      congregationsOf === undefined
        ? where('congregation', 'is', null)
        : where('circuitId', '=', congregationsOf).and('congregation', 'is not', null),
    )
    .groupBy(['circuitId', 'congregation'])
  // An index finds the newest reports, so that only their rows are read, not those of older versions.
  const rows = await db
    .selectFrom('reports')
    .innerJoin(newest.as('newest'), (join) =>
      join
        .onRef('newest.circuitId', '=', 'reports.circuitId')
        .onRef('newest.generatedAt', '=', 'reports.generatedAt')
        .onRef('newest.congregation', 'is not distinct from', 'reports.congregation'),
    )
    .select(['reports.id', 'filename', 'reports.circuitId', 'reports.congregation'])
    .select(isOutdated(frame).as('isOutdated'))
    .orderBy('reports.id', 'desc')
    .execute()
  // When several have the same time, the last one stays.
  const byName = new Map(rows.map((row) => [row.congregation ?? row.circuitId, row]))
  return (name) => {
    const report = byName.get(name)
    if (!report) return { report: 'missing', newestReport: null }
    const { id, filename } = report
    return { report: report.isOutdated ? 'stale' : 'current', newestReport: { id, filename } }
  }
}
