import type { Report } from '@dashboard/contract/reports'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '../../ui/class-names.ts'
import { rowAfterKey, rowsWith } from '../../ui/list-rows.ts'
import { isPicked, type Picked } from './picked-reports.ts'
import type { ReportView } from './report-list.ts'
import { ReportRow, type ReportRowActions } from './report-row.tsx'

/** More rows are asked for when so few are left. */
const rowsAhead = 40

interface ReportRowsProps extends ReportRowActions {
  reports: readonly Report[]
  /** Search, filter and order that led to these reports. */
  view: ReportView
  /** Else more rows follow, which `onNearEnd` loads. */
  isAllLoaded: boolean
  onNearEnd: () => void
  arrived: ReadonlySet<string>
  picked: Picked
  openingId: string | undefined
  downloadingId: string | undefined
}

/** Only the rows in view exist. Tab goes through the controls of one row, arrows lead to other rows. */
export function ReportRows(props: ReportRowsProps) {
  const { reports, isAllLoaded, onNearEnd, view, arrived, picked, openingId, downloadingId } = props
  const { onPick, onOpen, onDownload, onDelete } = props
  const actions = { onPick, onOpen, onDownload, onDelete }
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<ActiveReport>({ id: '', index: 0, view })
  const current = activeIndex(active, view, reports)
  const virtualizer = useVirtualizer({
    count: reports.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 63,
    overscan: 2,
    getItemKey: (index) => reports[index]?.id ?? index,
    // New reports on top must not push away what somebody is reading further down.
    anchorTo: (scroller.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
    // The row that Tab leads to, and those seen beside it once keys have led there.
    rangeExtractor: rowsWith(current, 7),
  })

  const lastShown = virtualizer.getVirtualItems().at(-1)?.index ?? 0
  const isNearEnd = !isAllLoaded && lastShown > reports.length - rowsAhead
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  // What was searched or sorted anew begins at its top.
  const shownView = useRef(view)
  useLayoutEffect(() => {
    if (shownView.current === view) return
    shownView.current = view
    if (scroller.current) scroller.current.scrollTop = 0
  }, [view])

  const goal = useRef<{ id: string; index: number; control: string | undefined }>(undefined)
  useLayoutEffect(() => {
    if (goal.current?.id !== active.id) return
    const { index, control } = goal.current
    goal.current = undefined
    virtualizer.scrollToIndex(index)
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${index}"] [data-control="${control}"]`)
      ?.focus({ preventScroll: true })
  }, [active, virtualizer])

  const move = (event: KeyboardEvent<HTMLElement>) => {
    // A key may come before the focus has followed the one before it; it must not act on the row left behind.
    if (goal.current) event.preventDefault()
    const from = goal.current?.index ?? current
    const target = rowAfterKey(event.key, from, reports.length)
    const report = target === undefined ? undefined : reports[target]
    if (target === undefined || !report) return
    event.preventDefault()
    if (target === from) return
    const control = (event.target as HTMLElement).closest<HTMLElement>('[data-control]')
    const { id } = report
    goal.current = { id, index: target, control: control?.dataset.control }
    const follow = () => setActive({ id, index: target, view })
    // Rows far away are drawn in small steps before they are scrolled to, so that a slow machine goes on taking keys.
    if (virtualizer.getVirtualItems().some(({ index }) => index === target)) follow()
    else startTransition(follow)
  }
  return (
    <div
      ref={scroller}
      className="@container max-h-[max(20rem,calc(100dvh-26.5rem))] overflow-y-auto rounded-control border bg-background"
    >
      <ul
        aria-label="Reports"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={move}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const report = reports[index]
          if (!report) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row={index}
              aria-setsize={isAllLoaded ? reports.length : -1}
              aria-posinset={index + 1}
              className={classNames(
                'absolute inset-x-0 top-0',
                index < reports.length - 1 && 'border-b',
              )}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => {
                goal.current = undefined
                setActive({ id: report.id, index, view })
              }}
            >
              <ReportRow
                {...actions}
                report={report}
                isNew={arrived.has(report.id)}
                isPicked={isPicked(picked, report)}
                isOpening={openingId === report.id}
                isDownloading={downloadingId === report.id}
                isTabStop={index === current}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface ActiveReport {
  id: string
  index: number
  view: ReportView
}

/** Another view begins at its first report. Of a deleted one, the report that took its place counts. */
function activeIndex(active: ActiveReport, view: ReportView, reports: readonly Report[]): number {
  if (active.view !== view) return 0
  const found = reports.findIndex(({ id }) => id === active.id)
  return found === -1 ? Math.min(active.index, reports.length - 1) : found
}
