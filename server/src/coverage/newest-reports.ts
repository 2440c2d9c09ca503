import type { NewestReport, ReportState } from '@dashboard/contract/coverage'
import type { Db } from '@dashboard/store/database/open-database'

interface Coverage {
  report: ReportState
  newestReport: NewestReport | null
}

interface Scope {
  /** Reports of a circuit's congregations; reports of circuits when left out. */
  congregationsOf?: string
}

/**
 * Answers, for the name of a circuit (or of a congregation of one circuit), its newest report and how
 * it stands to the last import.
 */
export async function readReportCoverage(
  db: Db,
  lastImport: string | null,
  { congregationsOf }: Scope = {},
): Promise<(name: string) => Coverage> {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'filename', 'circuitId', 'congregation', 'generatedAt'])
    .$if(congregationsOf === undefined, (query) => query.where('congregation', 'is', null))
    .$if(congregationsOf !== undefined, (query) =>
      query.where('circuitId', '=', congregationsOf ?? '').where('congregation', 'is not', null),
    )
    .orderBy('generatedAt')
    .orderBy('id', 'desc')
    .execute()
  // The last one of a name stays.
  const newest = new Map(rows.map((row) => [row.congregation ?? row.circuitId, row]))
  return (name) => {
    const report = newest.get(name)
    if (!report) return { report: 'missing', newestReport: null }
    const isOutdated = lastImport !== null && report.generatedAt < lastImport
    const { id, filename } = report
    return { report: isOutdated ? 'stale' : 'current', newestReport: { id, filename } }
  }
}
