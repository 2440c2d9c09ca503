import type { ListedReport, Report } from '@dashboard/contract/reports'
import { compareNames } from '../../format/compare-names.ts'

export type ReportSort = 'date' | 'name' | 'size'
export type ReportAge = 'all' | 'stale' | 'current'

/** How the Download Center shows the reports. */
export interface ReportView {
  readonly search: string
  readonly sort: ReportSort
  readonly age: ReportAge
}

export const initialView: ReportView = { search: '', sort: 'date', age: 'all' }

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

const orders: Record<ReportSort, (one: Report, other: Report) => number> = {
  date: (one, other) => compareDates(one, other) || compareByName(one, other),
  name: (one, other) => compareByName(one, other) || compareDates(one, other),
  size: (one, other) => other.size - one.size || compareDates(one, other),
}

/** The newest report of a circuit or congregation, and the versions that it supersedes. */
export interface ReportVersions {
  readonly current: Report
  /** Newest first; those that are loaded. */
  readonly older: readonly Report[]
  readonly olderCount: number
  /** Only an older version matches the search: they are shown unfolded. */
  readonly isFoundByOlder: boolean
}

/** The circuit or congregation that a report is about: its versions have it in common. */
export function versionsKey({ circuitId, congregation }: Report): string {
  return JSON.stringify([circuitId, congregation])
}

/** By what they are about, newest first. */
function groupVersions(reports: readonly Report[]): Map<string, Report[]> {
  const groups = new Map<string, Report[]>()
  for (const report of reports) {
    const key = versionsKey(report)
    const group = groups.get(key)
    if (group) group.push(report)
    else groups.set(key, [report])
  }
  for (const group of groups.values()) group.sort(compareDates)
  return groups
}

/**
 * The reports that search (in circuit id and file name, docs/behavior.md#download-center) and age
 * leave, in order. The age is that of the current version.
 */
export function arrangeReports(reports: readonly Report[], view: ReportView): ReportVersions[] {
  const wanted = view.search.trim().toLocaleLowerCase()
  const matches = ({ circuitId, filename }: Report) =>
    circuitId.toLocaleLowerCase().includes(wanted) || filename.toLocaleLowerCase().includes(wanted)
  return [...groupVersions(reports).values()]
    .flatMap(([current, ...older]) => {
      if (!current || (view.age !== 'all' && current.stale !== (view.age === 'stale'))) return []
      const isFound = matches(current)
      if (!isFound && !older.some(matches)) return []
      return [{ current, older, olderCount: older.length, isFoundByOlder: !isFound }]
    })
    .sort((one, other) => orders[view.sort](one.current, other.current))
}

/** A row of the list. */
export interface ReportLine {
  readonly report: Report
  readonly isOlder: boolean
  /** Of a current version: how many older ones there are. */
  readonly olderCount: number
  readonly isUnfolded: boolean
}

/** The rows: each current version, and beneath it the older ones where they are unfolded. */
export function listLines(
  versions: readonly ReportVersions[],
  unfolded: ReadonlySet<string>,
): ReportLine[] {
  return versions.flatMap(({ current, older, olderCount, isFoundByOlder }) => {
    const isUnfolded = isFoundByOlder || (olderCount > 0 && unfolded.has(versionsKey(current)))
    const line = { report: current, isOlder: false, olderCount, isUnfolded }
    if (!isUnfolded) return [line]
    const below = older.map((report) => ({
      report,
      isOlder: true,
      olderCount: 0,
      isUnfolded: false,
    }))
    return [line, ...below]
  })
}

/** Reports in pages as the server arranged them, with the older versions that are loaded of them. */
export function arrangePages(
  reports: readonly ListedReport[],
  older: readonly Report[],
): ReportVersions[] {
  const olderOf = groupVersions(older)
  return reports.map((current) => ({
    current,
    older: olderOf.get(versionsKey(current)) ?? [],
    olderCount: current.olderVersions,
    isFoundByOlder: current.isFoundByOlder,
  }))
}

/** The reports whose older versions are to be loaded. */
export function unfoldedIds(
  reports: readonly ListedReport[],
  unfolded: ReadonlySet<string>,
): string[] {
  return reports
    .filter(
      (report) =>
        report.olderVersions > 0 && (report.isFoundByOlder || unfolded.has(versionsKey(report))),
    )
    .map(({ id }) => id)
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
