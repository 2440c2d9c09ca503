import type { Report } from '@dashboard/contract/reports'

export type ReportSort = 'date' | 'name' | 'size'
export type ReportAge = 'all' | 'stale' | 'current'

/** How the Download Center shows the reports. */
export interface ReportView {
  readonly search: string
  readonly sort: ReportSort
  readonly age: ReportAge
}

export const initialView: ReportView = { search: '', sort: 'date', age: 'all' }

const collator = new Intl.Collator('en', { numeric: true })

function compareNames(one: Report, other: Report): number {
  return (
    collator.compare(one.circuitId, other.circuitId) ||
    collator.compare(one.congregation ?? '', other.congregation ?? '')
  )
}

/** ISO times of one form compare as text. */
function compareDates(one: Report, other: Report): number {
  return Number(one.generatedAt < other.generatedAt) - Number(one.generatedAt > other.generatedAt)
}

const orders: Record<ReportSort, (one: Report, other: Report) => number> = {
  date: (one, other) => compareDates(one, other) || compareNames(one, other),
  name: (one, other) => compareNames(one, other) || compareDates(one, other),
  size: (one, other) => other.size - one.size || compareDates(one, other),
}

/**
 * The reports that search (in circuit id and file name, docs/behavior.md#download-center) and age
 * leave, in order.
 */
export function arrangeReports(reports: readonly Report[], view: ReportView): Report[] {
  const wanted = view.search.trim().toLocaleLowerCase()
  return reports
    .filter(
      (report) =>
        (view.age === 'all' || report.stale === (view.age === 'stale')) &&
        (report.circuitId.toLocaleLowerCase().includes(wanted) ||
          report.filename.toLocaleLowerCase().includes(wanted)),
    )
    .sort(orders[view.sort])
}

/** The picked ids that still have a report: somebody else may have deleted some. */
export function pickedIds(reports: readonly Report[], picked: ReadonlySet<string>): string[] {
  return reports.filter((report) => picked.has(report.id)).map((report) => report.id)
}

/** Reports that were not there before; none before the first list has come. */
export function newReports(
  known: ReadonlySet<string> | undefined,
  reports: readonly Report[],
): Report[] {
  return known === undefined ? [] : reports.filter((report) => !known.has(report.id))
}
