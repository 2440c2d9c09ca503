import { compareNames } from '@dashboard/contract/compare-names'
import type { Report } from '@dashboard/contract/reports'
import { searchBy } from '../../format/search-by.ts'

export type ReportSort = 'date' | 'name' | 'size'
/** `newest` leaves out older versions; `stale` reports are out of date, `fresh` ones are not. */
export type ReportsShown = 'all' | 'newest' | 'stale' | 'fresh'

/** Search, filter and order of the Download Center. */
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

/** Compares ISO times as text, which works when they have one form. */
function compareDates(one: Report, other: Report): number {
  return Number(one.generatedAt < other.generatedAt) - Number(one.generatedAt > other.generatedAt)
}

const filters: Record<ReportsShown, (report: Report) => boolean> = {
  all: () => true,
  newest: ({ current }) => current,
  stale: ({ stale }) => stale,
  fresh: ({ stale }) => !stale,
}

const comparators: Record<ReportSort, (one: Report, other: Report) => number> = {
  date: (one, other) => compareDates(one, other) || compareByName(one, other),
  name: (one, other) => compareByName(one, other) || compareDates(one, other),
  size: (one, other) => other.size - one.size || compareDates(one, other),
}

const searchReports = searchBy((report: Report) => [report.circuitId, report.filename])

/**
 * Returns the reports that match search (in circuit id and file name) and filter, in
 * order; each version of a report on its own.
 */
export function arrangeReports(reports: readonly Report[], view: ReportView): Report[] {
  return searchReports(reports, view.search).filter(filters[view.show]).sort(comparators[view.sort])
}

/** Returns when the newest of the reports was generated; '' when there is none. */
export function newestInstant(reports: readonly Report[]): string {
  return reports.reduce((newest, { generatedAt }) => later(newest, generatedAt), '')
}

function later(one: string, other: string): string {
  return one < other ? other : one
}

/** Returns reports that were not in the list before; none before the first list has arrived. */
export function newReports(
  known: readonly Report[] | undefined,
  reports: readonly Report[],
): Report[] {
  if (known === undefined) return []
  const ids = new Set(known.map(({ id }) => id))
  return reports.filter(({ id }) => !ids.has(id))
}

/** The ids of the reports that are selected in the Download Center. */
export type SelectedIds = ReadonlySet<string>

export const noneSelected: SelectedIds = new Set()

/** Leaves out reports that somebody else has deleted; in the order of the list. */
export function existingIds(selected: SelectedIds, reports: readonly Report[]): string[] {
  return reports.filter(({ id }) => selected.has(id)).map(({ id }) => id)
}
