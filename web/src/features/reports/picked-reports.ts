import type { ManyReports, Report, ReportFilter } from '@dashboard/contract/reports'
import type { ReportsShown, ReportView } from './report-list.ts'

/**
 * Which reports are selected in the Download Center, as a pure reducer: some, named by their ids, or
 * all that match a search and filter, of which not all have been loaded
 * (docs/behavior.md#download-center).
 */
export type Picked =
  | { readonly by: 'ids'; readonly ids: ReadonlySet<string> }
  | {
      readonly by: 'filter'
      readonly filter: ReportFilter & { until: string }
      /** Unselected since. */
      readonly except: ReadonlySet<string>
      /** Selected besides: generated later. */
      readonly also: ReadonlySet<string>
    }

export type PickedAction =
  | { type: 'pick'; report: Report; isPicked: boolean }
  /** Reports that are all there, beside those that are selected. */
  | { type: 'pickAll'; ids: readonly string[] }
  /** All that match, in place of those that are selected; what is generated after `until` is not selected. */
  | { type: 'pickMatching'; filter: ReportFilter; until: string }
  /** Another search or filter. */
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
      // What matches is known of one search and filter at a time.
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

/** Every report in view matches the search and filter; what is left is when it was generated. */
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

/** How many are selected; `matching` is how many match, as the server counts them. */
export function countPicked(picked: Picked, matching: number): number {
  if (picked.by === 'ids') return picked.ids.size
  return Math.max(0, matching - picked.except.size) + picked.also.size
}

/** What is selected, as calls on many reports take it. */
export function manyPicked(picked: Picked): ManyReports {
  if (picked.by === 'ids') return { ids: [...picked.ids] }
  const { filter, except, also } = picked
  return { filter: { ...filter, except: [...except], also: [...also] } }
}

/** Leaves out what somebody else has deleted, where all reports are there to tell. */
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

/** What search and filter choose, as calls on many reports take it. */
export function filterOf({ search, show }: Pick<ReportView, 'search' | 'show'>): ReportFilter {
  const q = search.trim()
  return q === '' ? shownParts[show] : { ...shownParts[show], q }
}
