import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { rowAfterKey, rowsWith } from '../../ui/list-rows.ts'
import { isPicked, type Picked } from './picked-reports.ts'
import type { ReportLine, ReportView } from './report-list.ts'
import { ReportRow, type ReportRowActions } from './report-row.tsx'

/** More rows are asked for when so few are left. */
const rowsAhead = 40

interface ReportRowsProps extends ReportRowActions {
  lines: readonly ReportLine[]
  /** Search, filter and order that led to these lines. */
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
  const { lines, isAllLoaded, onNearEnd, view, arrived, picked, openingId, downloadingId } = props
  const { onPick, onOpen, onDownload, onDelete, onUnfold } = props
  const actions = { onPick, onOpen, onDownload, onDelete, onUnfold }
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState({ id: '', index: 0 })
  const found = lines.findIndex(({ report }) => report.id === active.id)
  // After the active report was deleted, the one that took its place.
  const current = found === -1 ? Math.min(active.index, lines.length - 1) : found
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 62,
    overscan: 3,
    getItemKey: (index) => lines[index]?.report.id ?? index,
    // New reports on top must not push away what somebody is reading further down.
    anchorTo: (scroller.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
    // The row that Tab leads to.
    rangeExtractor: rowsWith(current),
  })

  const lastShown = virtualizer.getVirtualItems().at(-1)?.index ?? 0
  const isNearEnd = !isAllLoaded && lastShown > lines.length - rowsAhead
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

  const goal = useRef<string>(undefined)
  useEffect(() => {
    if (goal.current === undefined) return
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${current}"] [data-control="${goal.current}"]`)
      ?.focus()
    goal.current = undefined
  }, [current])

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const target = rowAfterKey(event.key, current, lines.length)
    const line = target === undefined ? undefined : lines[target]
    if (target === undefined || !line) return
    event.preventDefault()
    const control = (event.target as HTMLElement).closest<HTMLElement>('[data-control]')
    if (target !== current) goal.current = control?.dataset.control
    virtualizer.scrollToIndex(target)
    setActive({ id: line.report.id, index: target })
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
          const line = lines[index]
          if (!line) return null
          const { report } = line
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row={index}
              aria-setsize={isAllLoaded ? lines.length : -1}
              aria-posinset={index + 1}
              className={classNames(
                'absolute inset-x-0 top-0',
                index < lines.length - 1 && 'border-b',
              )}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setActive({ id: report.id, index })}
            >
              <ReportRow
                {...actions}
                {...line}
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
