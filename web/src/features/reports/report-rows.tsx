import type { Report } from '@dashboard/contract/reports'
import { Download, History, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { formatMegabytes } from '../../format/size.ts'
import { formatInstant } from '../../format/time.ts'
import { circuitAddress, congregationAddress } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SpinnerIcon } from '../../ui/spinner.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import type { NewReports } from './new-reports.ts'
import type { SelectedIds } from './report-list.ts'
import { extentText, versionSubject } from './report-texts.ts'

interface ReportRowsProps extends ReportRowActions {
  reports: readonly Report[]
  newReports: NewReports
  onScroll: (isAtTop: boolean) => void
  selected: SelectedIds
  openingId: string | undefined
  downloadingId: string | undefined
}

/** So many rows are drawn at once in a low window, where the page scrolls; more would block it. */
const wholeRows = 300

/**
 * Shows the rows; only those in view exist. Tab moves through the controls of one row, arrow keys move to other rows.
 */
export function ReportRows(props: ReportRowsProps) {
  const { reports, newReports, selected, openingId, downloadingId, onScroll, ...actions } = props
  return (
    <VirtualList
      label="Reports"
      items={reports}
      keyOf={({ id }) => id}
      estimatePx={55}
      growsAtTop
      onScroll={onScroll}
      className={classNames(
        '@container max-h-[max(20rem,calc(100dvh-26.5rem))] max-md:card-rows md:max-h-[max(20rem,calc(100dvh-20.5rem))] md:card-rows-end',
        reports.length <= wholeRows && 'short:max-h-none!',
      )}
    >
      {(report, isTabStop) => (
        <ReportRow
          {...actions}
          report={report}
          hasArrived={newReports.arrived.has(report.id)}
          isNew={report.generatedAt > newReports.since}
          isSelected={selected.has(report.id)}
          isOpening={openingId === report.id}
          isDownloading={downloadingId === report.id}
          isTabStop={isTabStop}
        />
      )}
    </VirtualList>
  )
}

interface ReportRowActions {
  onSelect: (report: Report, isSelected: boolean) => void
  onOpen: (report: Report) => void
  onDownload: (report: Report) => void
  onDelete: (report: Report) => void
}

interface ReportRowProps extends ReportRowActions {
  report: Report
  hasArrived: boolean
  isNew: boolean
  isSelected: boolean
  isOpening: boolean
  isDownloading: boolean
  /** Whether Tab moves into this row. */
  isTabStop: boolean
}

/** Shows a report. It renders again only when its own data changes: there are many rows, and each has two tooltips. */
const ReportRow = memo(function ReportRow(props: ReportRowProps) {
  const { report, hasArrived, isNew, isSelected, isOpening, isDownloading, isTabStop } = props
  const { onSelect, onOpen, onDownload, onDelete } = props
  const subject = versionSubject(report)
  const extent = extentText(report)
  const tabIndex = isTabStop ? 0 : -1
  return (
    <div
      className={classNames(
        'flex items-center gap-2 border-b py-0.5 in-[li:last-child]:border-b-0 pr-[calc(var(--card-pad)-0.5rem)] pl-(--card-pad)',
        isSelected ? 'chosen-row bg-primary-soft' : 'hover:bg-hover',
        hasArrived && 'animate-appear',
      )}
    >
      <Checkbox
        aria-label={`Select report of ${subject}`}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={(checked) => onSelect(report, checked)}
        className="shrink-0 self-stretch pointer-coarse:-mx-3 pointer-coarse:px-3"
      />
      <div className="grid min-w-0 grow grid-cols-1 gap-x-2 py-1 @sm:grid-cols-[1fr_auto]">
        <div className="flex min-h-6 min-w-0 items-center gap-x-2 gap-y-1 @max-sm:min-h-control @max-sm:flex-wrap *:shrink-0">
          <button
            type="button"
            tabIndex={tabIndex}
            aria-disabled={isOpening || undefined}
            title={subject}
            onClick={() => !isOpening && onOpen(report)}
            className="max-w-full min-w-0 shrink! rounded-control text-left font-medium wrap-anywhere text-primary-text hover:underline pointer-coarse:relative pointer-coarse:min-w-control pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
          >
            {/* The circuit tells namesakes apart, so the congregation is cut, where there is one line. */}
            <span className="block @sm:truncate">
              {report.circuitId}
              {report.congregation !== null && (
                <span className="font-normal"> · {report.congregation}</span>
              )}
            </span>
            <span className="sr-only"> (open the PDF in a new tab)</span>
          </button>
          {isOpening && <SpinnerIcon />}
          {isNew && <Badge tone="primary">New</Badge>}
          {!report.current && <Badge tone="neutral">Older version</Badge>}
          {report.stale && report.current && (
            <Badge tone="waiting" icon={<History />}>
              Out of date
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
              tabIndex={tabIndex}
              className="text-primary-text underline pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-3.5"
            >
              {report.congregation === null ? 'Circuit' : 'Congregation'}
              <span className="sr-only"> {subject}</span>
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
          icon={<Download />}
          tabIndex={tabIndex}
          loading={isDownloading}
          onClick={() => onDownload(report)}
        />
        <IconButton
          label={`Delete report of ${subject}`}
          icon={<Trash2 />}
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
