import type { ExpiringReports, Report } from '@dashboard/contract/reports'
import type { JsonText } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { jsonInSql, jsonTruth } from '@dashboard/store/database/json-in-sql'
import { type Db, inTransaction } from '@dashboard/store/database/open-database'
import type { ReportRow } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { readReportDeletion } from '@dashboard/store/report-deletion'
import { markCurrent } from '@dashboard/store/reports'
import { type RawBuilder, sql } from 'kysely'
import { behind, type Place } from '../http/page-cursor.ts'
import { chosenReports, type ReportChoice } from './report-choice.ts'

type DeletedReport = Pick<ReportRow, 'id' | 'filename' | 'storageKey'>

/** PostgreSQL takes at most 65,535 parameters in a statement, SQLite 32,766. */
const idsPerStatement = 1_000

type SortColumn = 'generatedAt' | 'name' | 'size'
export type ReportSort = SortColumn | `-${SortColumn}`

/** The columns of each order; the last is unique. */
const orders: Record<SortColumn, readonly ('generatedAt' | 'nameKey' | 'size' | 'id')[]> = {
  generatedAt: ['generatedAt', 'id'],
  name: ['nameKey', 'id'],
  size: ['size', 'generatedAt', 'id'],
}

/** What a report has as its row has it. */
const plainColumns = [
  'id',
  'circuitId',
  'congregation',
  'filename',
  'size',
  'pages',
  'volunteers',
  'format',
  'generatedAt',
  'downloadUrl',
  'jobId',
] as const satisfies (keyof Report & keyof ReportRow)[]

/** Which of the chosen reports: so many, in their order, behind a place. */
export interface ReportPage {
  limit: number
  sort: ReportSort
  after: Place | undefined
}

function orderOf(sort: ReportSort) {
  const isDescending = sort.startsWith('-')
  return { columns: orders[sort.replace('-', '') as SortColumn], isDescending }
}

/** By how many columns pages of this order are told apart. */
export function orderWidth(sort: ReportSort): number {
  return orderOf(sort).columns.length
}

export type ReportPageRow = Awaited<ReturnType<typeof readReportPage>>[number]

/** Rows as the contract's reports in JSON, with the columns of their order. */
export function readReportPage(db: ScopedDb, choice: ReportChoice, page: ReportPage) {
  const { columns, isDescending } = orderOf(page.sort)
  const { after } = page
  let query = chosenReports(db, choice)
    .select(columns)
    .select(reportAsJson(db, choice).as('report'))
    .limit(page.limit)
  for (const column of columns) query = query.orderBy(column, isDescending ? 'desc' : 'asc')
  if (after !== undefined) query = query.where(behind(columns, after, { isDescending }))
  return query.execute()
}

/**
 * A row of `reports` as the contract's report; one made before the last import is stale. Written by the database,
 * as the list of jobs is: a thousand of them as objects, and their JSON, took nearly twice as long each time that a job
 * has made another.
 */
function reportAsJson(db: ScopedDb, { lastImport }: ReportChoice): RawBuilder<JsonText> {
  const isStale = lastImport === null ? sql`1 = 0` : sql`"generatedAt" < ${lastImport}`
  const isCurrent = sql`"isCurrent" = 1`
  return sql`concat('{"stale":', ${jsonTruth(isStale)}, ',"current":', ${jsonTruth(isCurrent)},
    ',',
    ${jsonInSql(db).columns(plainColumns)})`
}

/** Where a row stands in its order. */
export function placeOfReport(sort: ReportSort): (row: ReportPageRow) => Place {
  return (row) => orderOf(sort).columns.map((column) => row[column])
}

/** How many reports are chosen, and how many there are. */
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

/** Of the reports that may be seen, the old ones that are to be deleted, if any. */
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

/** The ids of the chosen reports, newest first. */
export async function listReportIds(db: ScopedDb, choice: ReportChoice): Promise<string[]> {
  const rows = await chosenReports(db, choice)
    .select('id')
    .orderBy('generatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** The reports of the given ids, in their order; what does not exist is left out. */
export async function findReports(db: ScopedDb, ids: readonly string[]): Promise<ReportRow[]> {
  const found = new Map<string, ReportRow>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const some = ids.slice(start, start + idsPerStatement)
    const rows = await db.selectFrom('reports').selectAll().where('id', 'in', some).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined)
}

/** Removes the rows of the given ids and answers what they were; what they superseded may be current again. */
export async function deleteReportRows(db: Db, ids: readonly string[]): Promise<DeletedReport[]> {
  return inTransaction(db, async (tx) => {
    const deleted: (DeletedReport & { place: string })[] = []
    for (let start = 0; start < ids.length; start += idsPerStatement) {
      const rows = await tx
        .deleteFrom('reports')
        .where('id', 'in', ids.slice(start, start + idsPerStatement))
        .returning(['id', 'filename', 'storageKey', 'place'])
        .execute()
      deleted.push(...rows)
    }
    if (deleted.length === 0) return []
    await raiseVersion(tx, 'reports')
    const places = [...new Set(deleted.map(({ place }) => place))]
    for (let start = 0; start < places.length; start += idsPerStatement) {
      await markCurrent(tx, places.slice(start, start + idsPerStatement))
    }
    return deleted
  })
}

/** The storage keys of all reports. */
export async function listReportKeys(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('reports').select('storageKey').execute()
  return new Set(rows.map((row) => row.storageKey))
}
