import { useMemo } from 'react'
import { countPicked, isPicked, manyPicked, type Picked, stillThere } from './picked-reports.ts'
import { isWhole, type ReportsAnswer, useMatchingCount } from './report-pages.ts'
import type { ReportList } from './use-report-list.ts'

/** What follows from the selection for the bar above the list. */
export function usePickedFacts(answer: ReportsAnswer, list: ReportList, picked: Picked) {
  const { reports, total, isAllLoaded } = list
  const matching = useMatchingCount(picked.by === 'filter' ? picked.filter : undefined)
  const present = useMemo(
    () => (isWhole(answer) ? stillThere(picked, answer.reports) : picked),
    [answer, picked],
  )
  const count = countPicked(present, matching)
  const inSight = useMemo(
    () => reports.reduce((sum, report) => sum + (isPicked(present, report) ? 1 : 0), 0),
    [reports, present],
  )
  const canSelectMore = useMemo(() => {
    if (present.by === 'filter') return present.except.size > 0 || total > matching
    return !isAllLoaded || reports.some(({ id }) => !present.ids.has(id))
  }, [present, total, matching, isAllLoaded, reports])
  // Of all that match, those that are not loaded yet count as shown.
  const hiddenCount = present.by === 'filter' ? 0 : count - inSight
  return { many: manyPicked(present), count, hiddenCount, canSelectMore }
}
