import type { Report } from '@dashboard/contract/reports'
import { compareNames } from '../../format/compare-names.ts'

export type ReportSort = 'date' | 'name' | 'size'
/** `newest` leaves out older versions; `stale` was made before the last import, `fresh` since. */
export type ReportsShown = 'all' | 'newest' | 'stale' | 'fresh'

/** How the Download Center shows the reports. */
export interface ReportView {
  readonly search: string
  readonly sort: ReportSort
  readonly show: ReportsShown
}

export const initialView: ReportView = { search: '', sort: 'date', show: 'all' }

function compareByName(one: Report, other: Report): number {
  return (
    compareNames(one.circuitId, other.circuitId) ||
    compareNames(one.congregation ?? '', other.congregation ?? '')
  )
}

/** ISO times of one form compare as text. */
function compareDates(one: Report, other: Report): number {
  return Number(one.generatedAt < other.generatedAt) - Number(one.generatedAt > other.generatedAt)
}

const filters: Record<ReportsShown, (report: Report) => boolean> = {
  all: () => true,
  newest: ({ current }) => current,
  stale: ({ stale }) => stale,
  fresh: ({ stale }) => !stale,
}

const orders: Record<ReportSort, (one: Report, other: Report) => number> = {
  date: (one, other) => compareDates(one, other) || compareByName(one, other),
  name: (one, other) => compareByName(one, other) || compareDates(one, other),
  size: (one, other) => other.size - one.size || compareDates(one, other),
}

/**
 * The reports that search (in circuit id and file name, docs/behavior.md#download-center) and filter leave, in
 * order; each version of a report by itself.
 */
export function arrangeReports(reports: readonly Report[], view: ReportView): Report[] {
  const wanted = view.search.trim().toLocaleLowerCase()
  return reports
    .filter(
      (report) =>
        filters[view.show](report) &&
        (report.circuitId.toLocaleLowerCase().includes(wanted) ||
          report.filename.toLocaleLowerCase().includes(wanted)),
    )
    .sort(orders[view.sort])
}

/** When the newest of the reports was generated; '' of none. */
export function newestInstant(reports: readonly Report[]): string {
  return (
    reports
      .map(({ generatedAt }) => generatedAt)
      .toSorted()
      .at(-1) ?? ''
  )
}

/**
 * Reports that were not there before; none before the first list has come. What is older than all of
 * a list came into it because another report was deleted.
 */
export function newReports(
  known: readonly Report[] | undefined,
  reports: readonly Report[],
): Report[] {
  if (known === undefined) return []
  const ids = new Set(known.map(({ id }) => id))
  const oldest = known.map(({ generatedAt }) => generatedAt).toSorted()[0] ?? ''
  return reports.filter(({ id, generatedAt }) => !ids.has(id) && generatedAt >= oldest)
}
