import type { ExpiringReports, Report, ReportFilter } from '@dashboard/contract/reports'
import { fromFlag, toFlag } from '@dashboard/store/database/column-values'
import type { ReportRow } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { isOutOfDate, type ReportBasis } from '@dashboard/store/reports/report-contents'
import { readReportDeletion } from '@dashboard/store/reports/report-deletion'
import { sql } from 'kysely'
import { behind, type Place } from '../http/page-cursor.ts'
import { holdsText } from '../http/text-search.ts'

type SortColumn = 'generatedAt' | 'name' | 'size'
export type ReportSort = SortColumn | `-${SortColumn}`

/** The columns of each order; the last is unique. */
const orders: Record<SortColumn, readonly ('generatedAt' | 'nameKey' | 'size' | 'id')[]> = {
  generatedAt: ['generatedAt', 'id'],
  name: ['nameKey', 'id'],
  size: ['size', 'generatedAt', 'id'],
}

/** The parts of a report that its row has in the same form. */
const plainColumns = [
  'id',
  'circuitId',
  'congregation',
  'filename',
  'size',
  'pages',
  'volunteers',
  'generatedAt',
  'downloadUrl',
  'jobId',
] as const satisfies (keyof Report & keyof ReportRow)[]

/** The choice of reports. */
export interface ReportChoice extends ReportFilter {
  /** What makes a report `stale`. */
  basis: ReportBasis
}

/** The part of the chosen reports to return: at most `limit`, in their order, behind a place. */
export interface ReportPage {
  limit: number
  sort: ReportSort
  after: Place | undefined
}

function orderOf(sort: ReportSort) {
  const isDescending = sort.startsWith('-')
  return { columns: orders[sort.replace('-', '') as SortColumn], isDescending }
}

/** Returns the number of columns in the place at which a page of this order ends. */
export function orderWidth(sort: ReportSort): number {
  return orderOf(sort).columns.length
}

export type ReportPageRow = Awaited<ReturnType<typeof readReportPage>>[number]

/** Returns the chosen rows, with the columns of their order. */
export function readReportPage(db: ScopedDb, choice: ReportChoice, page: ReportPage) {
  const { columns, isDescending } = orderOf(page.sort)
  const { after } = page
  let query = chosenReports(db, choice)
    .select(columns)
    .select([...plainColumns, 'isCurrent'])
    .select(isOutOfDate(choice.basis).as('stale'))
    .limit(page.limit)
  for (const column of columns) query = query.orderBy(column, isDescending ? 'desc' : 'asc')
  if (after !== undefined) query = query.where(behind(columns, after, { isDescending }))
  return query.execute()
}

/** Selects the reports that a filter chooses (docs/behavior.md#which-reports). */
function chosenReports(db: ScopedDb, choice: ReportChoice) {
  const { q, stale, current, circuit, jobs, until, basis } = choice
  let query = db.selectFrom('reports')
  if (current !== undefined) query = query.where('isCurrent', '=', toFlag(current))
  if (circuit !== undefined) query = query.where('circuitId', '=', circuit)
  if (jobs !== undefined) {
    // SQL does not allow an empty list.
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

/** Returns a row as the contract's report. */
export function toReport(row: ReportPageRow): Report {
  return {
    // Named one by one, since spreading rows of SQLite is slow.
    id: row.id,
    circuitId: row.circuitId,
    congregation: row.congregation,
    filename: row.filename,
    size: row.size,
    pages: row.pages,
    volunteers: row.volunteers,
    generatedAt: row.generatedAt,
    downloadUrl: row.downloadUrl,
    jobId: row.jobId,
    format: 'pdf',
    stale: Boolean(row.stale),
    current: fromFlag(row.isCurrent),
  }
}

/** Returns the place of a row in its order. */
export function placeOfReport(sort: ReportSort): (row: ReportPageRow) => Place {
  return (row) => orderOf(sort).columns.map((column) => row[column])
}

/** Counts the chosen reports, and all reports. */
export async function countReports(db: ScopedDb, choice: ReportChoice) {
  const [chosen, overall] = await Promise.all([
    chosenReports(db, choice)
      .select((select) => select.fn.countAll<number>().as('reports'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('reports')
      .select((select) => select.fn.countAll<number>().as('reports'))
      .executeTakeFirstOrThrow(),
  ])
  return { total: Number(chosen.reports), overall: Number(overall.reports) }
}

/** Returns which of the reports in scope are old and will be deleted, if any. */
export async function readExpiring(db: ScopedDb): Promise<ExpiringReports | null> {
  const announced = await readReportDeletion(db)
  if (announced === undefined) return null
  const { reports } = await db
    .selectFrom('reports')
    .select((select) => select.fn.countAll<number>().as('reports'))
    .where('generatedAt', '<=', announced.until)
    .executeTakeFirstOrThrow()
  return Number(reports) === 0 ? null : { reports: Number(reports), ...announced }
}

/** Returns the ids of the chosen reports, newest first. */
export async function listReportIds(db: ScopedDb, choice: ReportChoice): Promise<string[]> {
  const rows = await chosenReports(db, choice)
    .select('id')
    .orderBy('generatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the reports with the given ids, in their order; ids that do not exist are left out. */
export async function findReports(db: ScopedDb, ids: readonly string[]): Promise<ReportRow[]> {
  const found = new Map<string, ReportRow>()
  for (const some of inBatches(ids)) {
    const rows = await db.selectFrom('reports').selectAll().where('id', 'in', some).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined)
}

/** Returns which of the given ids belong to reports that are out of date. */
export async function findOutdatedIds(
  db: ScopedDb,
  basis: ReportBasis,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of inBatches(ids)) {
    const rows = await db
      .selectFrom('reports')
      .select('id')
      .where('id', 'in', some)
      .where(isOutOfDate(basis))
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}
