import type { ManyReports, Report, ReportFilter } from '@dashboard/contract/reports'
import type { ReportsShown, ReportView } from './report-list.ts'

/**
 * Which reports are selected in the Download Center, as a pure reducer: either some, named by their ids, or all that
 * match a search and filter, not all of which have been loaded (docs/behavior.md#download-center).
 */
export type Picked =
  | { readonly by: 'ids'; readonly ids: ReadonlySet<string> }
  | {
      readonly by: 'filter'
      readonly filter: ReportFilter & { until: string }
      /** Ids of reports that were unselected afterwards. */
      readonly except: ReadonlySet<string>
      /** Ids of reports that were selected in addition, since they were generated later. */
      readonly also: ReadonlySet<string>
    }

export type PickedAction =
  | { type: 'pick'; report: Report; isPicked: boolean }
  /** Adds reports, all of which are loaded, to the selection. */
  | { type: 'pickAll'; ids: readonly string[] }
  /**
   * Selects all that match, in place of the present selection; reports that are generated after `until` are not
   * selected.
   */
  | { type: 'pickMatching'; filter: ReportFilter; until: string }
  /** Another search or filter was chosen. */
  | { type: 'lookElsewhere' }
  | { type: 'clear' }

export const nothingPicked: Picked = { by: 'ids', ids: new Set() }

export function reducePicked(picked: Picked, action: PickedAction): Picked {
  switch (action.type) {
    case 'pick':
      return pickOne(picked, action.report, action.isPicked)
    case 'pickAll': {
      const before = picked.by === 'ids' ? picked.ids : picked.also
      return { by: 'ids', ids: new Set([...before, ...action.ids]) }
    }
    case 'pickMatching': {
      const filter = { ...action.filter, until: action.until }
      return { by: 'filter', filter, except: new Set(), also: new Set() }
    }
    case 'lookElsewhere':
      // A selection by filter is valid for one search and filter only.
      return picked.by === 'filter' ? nothingPicked : picked
    case 'clear':
      return nothingPicked
  }
}

function pickOne(picked: Picked, report: Report, isPicked: boolean): Picked {
  const { id } = report
  if (picked.by === 'ids') return { by: 'ids', ids: changed(picked.ids, id, isPicked) }
  return matches(picked.filter, report)
    ? { ...picked, except: changed(picked.except, id, !isPicked) }
    : { ...picked, also: changed(picked.also, id, isPicked) }
}

/** Whether a report matches. Every report in view matches the search and filter, so only its time is checked. */
function matches({ until }: { until: string }, { generatedAt }: Report): boolean {
  return generatedAt <= until
}

function changed(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

export function isPicked(picked: Picked, report: Report): boolean {
  if (picked.by === 'ids') return picked.ids.has(report.id)
  return matches(picked.filter, report) ? !picked.except.has(report.id) : picked.also.has(report.id)
}

/** Returns how many are selected; `matching` is how many match by the server's count. */
export function countPicked(picked: Picked, matching: number): number {
  if (picked.by === 'ids') return picked.ids.size
  return Math.max(0, matching - picked.except.size) + picked.also.size
}

/** Returns the selection in the form of the calls on many reports. */
export function manyPicked(picked: Picked): ManyReports {
  if (picked.by === 'ids') return { ids: [...picked.ids] }
  const { filter, except, also } = picked
  return { filter: { ...filter, except: [...except], also: [...also] } }
}

/** Leaves out reports that somebody else has deleted, when all reports are loaded. */
export function stillThere(picked: Picked, reports: readonly Report[]): Picked {
  if (picked.by === 'filter') return picked
  const ids = reports.filter(({ id }) => picked.ids.has(id)).map(({ id }) => id)
  return { by: 'ids', ids: new Set(ids) }
}

const shownParts: Record<ReportsShown, ReportFilter> = {
  all: {},
  newest: { current: true },
  stale: { stale: true },
  fresh: { stale: false },
}

/** Returns search and filter in the form of the calls on many reports. */
export function filterOf({ search, show }: Pick<ReportView, 'search' | 'show'>): ReportFilter {
  const q = search.trim()
  return q === '' ? shownParts[show] : { ...shownParts[show], q }
}
