import type { Report } from '@dashboard/contract/reports'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Download, History, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { formatMegabytes } from '../../format/size.ts'
import { formatInstant } from '../../format/time.ts'
import { circuitAddress, congregationAddress } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { rowAfterKey, rowsWith } from '../../ui/list-rows.ts'
import { SpinnerIcon } from '../../ui/spinner.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { News } from './new-reports.ts'
import type { Picked } from './picked-reports.ts'
import type { ReportView } from './report-list.ts'
import { extentText, versionSubject } from './report-texts.ts'

interface ReportRowsProps extends ReportRowActions {
  reports: readonly Report[]
  /** The search, filter and order of these reports. */
  view: ReportView
  news: News
  /** Called with whether the first row is in view. */
  onScroll: (isAtTop: boolean) => void
  picked: Picked
  openingId: string | undefined
  downloadingId: string | undefined
}

/**
 * Shows the rows; only those in view exist. Tab moves through the controls of one row, arrow keys move to other rows.
 */
export function ReportRows(props: ReportRowsProps) {
  const { reports, view, news, picked, openingId, downloadingId } = props
  const { onScroll, onPick, onOpen, onDownload, onDelete } = props
  const actions = { onPick, onOpen, onDownload, onDelete }
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<ActiveReport>({ id: '', index: 0, view })
  const current = activeIndex(active, view, reports)
  const virtualizer = useVirtualizer({
    count: reports.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 55,
    overscan: 2,
    getItemKey: (index) => reports[index]?.id ?? index,
    // New reports at the top must not push away what the user reads further down.
    anchorTo: (scroller.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
    // The row that Tab moves to, and the rows beside it once keys have moved there, always exist.
    rangeExtractor: rowsWith(current, 7),
  })

  // A new search or order begins at the top of the list.
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
    // A key may come before the focus has followed the one before it; it must not act on the previous row.
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
    // Rows far away are rendered in small steps before the list scrolls there, so that a slow machine still handles
    // keys.
    if (virtualizer.getVirtualItems().some(({ index }) => index === target)) follow()
    else startTransition(follow)
  }
  return (
    <div
      ref={scroller}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop <= 0)}
      className="@container max-h-[max(20rem,calc(100dvh-26.5rem))] overflow-y-auto max-md:card-rows md:card-rows-end md:max-h-[max(20rem,calc(100dvh-20.5rem))]"
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
              aria-setsize={reports.length}
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
                hasArrived={news.arrived.has(report.id)}
                isNew={report.generatedAt > news.since}
                isPicked={picked.has(report.id)}
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

/**
 * Returns the index of the current row. Another view begins at its first report. When the report was deleted, the
 * report that took its place counts.
 */
function activeIndex(active: ActiveReport, view: ReportView, reports: readonly Report[]): number {
  if (active.view !== view) return 0
  const found = reports.findIndex(({ id }) => id === active.id)
  return found === -1 ? Math.min(active.index, reports.length - 1) : found
}

interface ReportRowActions {
  onPick: (report: Report, isPicked: boolean) => void
  onOpen: (report: Report) => void
  onDownload: (report: Report) => void
  onDelete: (report: Report) => void
}

interface ReportRowProps extends ReportRowActions {
  report: Report
  hasArrived: boolean
  isNew: boolean
  isPicked: boolean
  isOpening: boolean
  isDownloading: boolean
  /** Whether Tab moves into this row. */
  isTabStop: boolean
}

/** Shows a report. It renders again only when its own data changes: there are many rows, and each has two tooltips. */
const ReportRow = memo(function ReportRow(props: ReportRowProps) {
  const { report, hasArrived, isNew, isPicked, isOpening, isDownloading, isTabStop } = props
  const { onPick, onOpen, onDownload, onDelete } = props
  const subject = versionSubject(report)
  const extent = extentText(report)
  const tabIndex = isTabStop ? 0 : -1
  return (
    <div
      className={classNames(
        'flex items-center gap-2 py-0.5 pr-[calc(var(--card-pad)-0.5rem)] pl-(--card-pad)',
        isPicked ? 'chosen-row bg-primary-soft' : 'hover:bg-hover',
        hasArrived && 'animate-appear',
      )}
    >
      <Checkbox
        aria-label={`Select report of ${subject}`}
        data-control="pick"
        tabIndex={tabIndex}
        checked={isPicked}
        onChange={(checked) => onPick(report, checked)}
        className="shrink-0 self-stretch pointer-coarse:-mx-3 pointer-coarse:px-3"
      />
      <div className="grid min-w-0 grow grid-cols-1 gap-x-2 py-1 @sm:grid-cols-[1fr_auto]">
        <div className="flex min-h-6 min-w-0 items-center gap-x-2 gap-y-1 @max-sm:min-h-control @max-sm:flex-wrap *:shrink-0">
          <Tooltip text={subject}>
            <button
              type="button"
              data-control="open"
              tabIndex={tabIndex}
              aria-disabled={isOpening || undefined}
              onClick={() => !isOpening && onOpen(report)}
              className="flex max-w-full min-w-0 shrink! whitespace-pre rounded-control text-left font-medium text-primary-text hover:underline pointer-coarse:relative pointer-coarse:min-w-control pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
            >
              {/* The circuit tells namesakes apart, so the congregation is cut first. */}
              <span className="max-w-full shrink-0 truncate">{report.circuitId}</span>
              {report.congregation !== null && (
                <span className="overflow-hidden font-normal text-ellipsis whitespace-pre">
                  {' · '}
                  {report.congregation}
                </span>
              )}
              <VisuallyHidden> (open the PDF in a new tab)</VisuallyHidden>
            </button>
          </Tooltip>
          {isOpening && <SpinnerIcon />}
          {isNew && <Badge tone="primary">New</Badge>}
          {!report.current && <Badge tone="neutral">Older version</Badge>}
          {report.stale && report.current && (
            <Badge tone="waiting" icon={<History aria-hidden />}>
              Before last import
            </Badge>
          )}
        </div>
        {/*
         * On a phone these come below the name and the buttons, with size and length; otherwise they are beside both
         * lines.
         */}
        <p className="text-xs leading-4.5 text-muted @max-sm:-mr-24 @max-sm:pb-1 @sm:contents">
          <span className="@sm:col-start-1">
            Generated {formatInstant(report.generatedAt)}
            <span className="@max-sm:hidden"> · </span>
            <br className="@sm:hidden" />
            <Link
              href={placeAddress(report)}
              data-control="place"
              tabIndex={tabIndex}
              className="text-primary-text underline pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-3.5"
            >
              {report.congregation === null ? 'Circuit' : 'Congregation'}
              <VisuallyHidden> {subject}</VisuallyHidden>
            </Link>
          </span>
          <span className="text-right @sm:col-start-2 @sm:row-span-2 @sm:row-start-1 @sm:self-center">
            <span className="@sm:hidden"> · </span>
            {formatMegabytes(report.size)}
            {extent && (
              <span className="@sm:block">
                <span className="@sm:hidden"> · </span>
                {extent}
              </span>
            )}
          </span>
        </p>
      </div>
      <span className="flex shrink-0 @max-sm:self-start @max-sm:pt-1">
        <IconButton
          label={`Download PDF of ${subject}`}
          icon={<Download aria-hidden />}
          data-control="download"
          tabIndex={tabIndex}
          loading={isDownloading}
          onClick={() => onDownload(report)}
        />
        <IconButton
          label={`Delete report of ${subject}`}
          icon={<Trash2 aria-hidden />}
          data-control="delete"
          tabIndex={tabIndex}
          onClick={() => onDelete(report)}
          className="hover:text-danger-text"
        />
      </span>
    </div>
  )
})

/** Returns the address of the page about the report's circuit or congregation, which links to its people. */
function placeAddress({ circuitId, congregation }: Report): string {
  return congregation === null
    ? circuitAddress(circuitId)
    : congregationAddress(circuitId, congregation)
}
