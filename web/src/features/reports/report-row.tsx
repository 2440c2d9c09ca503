import { countOf } from '@dashboard/contract/counts'
import type { Report } from '@dashboard/contract/reports'
import { ChevronRight, Download, History, Trash2 } from 'lucide-react'
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
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { ReportLine } from './report-list.ts'
import { extentText, lineSubject, reportSubject } from './report-texts.ts'

export interface ReportRowActions {
  onPick: (report: Report, isPicked: boolean) => void
  onOpen: (report: Report) => void
  onDownload: (report: Report) => void
  onDelete: (report: Report) => void
  onUnfold: (report: Report, isUnfolded: boolean) => void
}

interface ReportRowProps extends ReportRowActions, ReportLine {
  isNew: boolean
  isPicked: boolean
  isOpening: boolean
  isDownloading: boolean
  /** Whether Tab leads into this row. */
  isTabStop: boolean
}

/** Drawn anew only when something of its own changes: there are many, and each has two tooltips. */
export const ReportRow = memo(function ReportRow(props: ReportRowProps) {
  const { report, isNew, isPicked, isOpening, isDownloading, isTabStop } = props
  const { isOlder, onPick, onOpen, onDownload, onDelete } = props
  const subject = lineSubject(report, isOlder)
  const extent = extentText(report)
  const tabIndex = isTabStop ? 0 : -1
  return (
    <div
      className={classNames(
        'group flex items-center gap-2 px-3 py-1.5',
        isPicked ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-hover',
        isOlder && 'pl-9',
        isNew && 'animate-appear',
      )}
    >
      <Checkbox
        aria-label={`Select report of ${subject}`}
        data-control="pick"
        tabIndex={tabIndex}
        checked={isPicked}
        onChange={(checked) => onPick(report, checked)}
        className="shrink-0 self-stretch"
      />
      <div className="min-w-0 grow py-1">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            data-control="open"
            tabIndex={tabIndex}
            aria-disabled={isOpening || undefined}
            onClick={() => !isOpening && onOpen(report)}
            className={classNames(
              'max-w-full min-w-0 rounded-control text-left wrap-anywhere text-primary-text',
              !isOlder && 'font-medium',
              'hover:underline pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3',
            )}
          >
            {report.circuitId}
            {report.congregation !== null && (
              <span className="font-normal"> · {report.congregation}</span>
            )}
            <VisuallyHidden> (open the PDF in a new tab)</VisuallyHidden>
          </button>
          {isOpening && <SpinnerIcon />}
          {isOlder && <Badge tone="neutral">Older version</Badge>}
          {report.stale && !isOlder && (
            <Badge tone="waiting" icon={<History aria-hidden />}>
              Before last import
            </Badge>
          )}
        </div>
        <p className="text-xs leading-4.5 text-muted">
          Generated {formatInstant(report.generatedAt)} ·{' '}
          <Link
            href={placeAddress(report)}
            data-control="place"
            tabIndex={tabIndex}
            className="text-primary-text underline pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
          >
            {report.congregation === null ? 'Circuit' : 'Congregation'}
            <VisuallyHidden> {subject}</VisuallyHidden>
          </Link>
          <span className="@sm:hidden">
            {' '}
            · {formatMegabytes(report.size)}
            {extent && ` · ${extent}`}
          </span>
        </p>
        <VersionsToggle {...props} tabIndex={tabIndex} />
      </div>
      <span className="shrink-0 text-right text-xs text-muted @max-sm:hidden">
        {formatMegabytes(report.size)}
        {extent && <span className="block">{extent}</span>}
      </span>
      <span className="flex shrink-0">
        <IconButton
          label={`Download PDF of ${subject}`}
          icon={<Download aria-hidden />}
          data-control="download"
          tabIndex={tabIndex}
          loading={isDownloading}
          onClick={() => onDownload(report)}
        />
        <IconButton
          danger
          label={`Delete report of ${subject}`}
          icon={<Trash2 aria-hidden />}
          data-control="delete"
          tabIndex={tabIndex}
          onClick={() => onDelete(report)}
          className="pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
        />
      </span>
    </div>
  )
})

/** The page of what a report is about, by which it leads to its people. */
function placeAddress({ circuitId, congregation }: Report): string {
  return congregation === null
    ? circuitAddress(circuitId)
    : congregationAddress(circuitId, congregation)
}

type VersionsToggleProps = Pick<
  ReportRowProps,
  'report' | 'olderCount' | 'isUnfolded' | 'onUnfold'
> & { tabIndex: number }

/** Unfolds the versions that the report supersedes. */
function VersionsToggle(props: VersionsToggleProps) {
  const { report, olderCount, isUnfolded, onUnfold, tabIndex } = props
  if (olderCount === 0) return null
  return (
    <button
      type="button"
      data-control="versions"
      tabIndex={tabIndex}
      aria-expanded={isUnfolded}
      onClick={() => onUnfold(report, !isUnfolded)}
      className="mt-1 inline-flex min-h-6 items-center gap-1 rounded-control text-xs text-primary-text hover:underline pointer-coarse:min-h-control"
    >
      <ChevronRight
        aria-hidden
        className={classNames('size-3.5 transition-transform', isUnfolded && 'rotate-90')}
      />
      {countOf(olderCount, 'older version')}
      <VisuallyHidden> of the report of {reportSubject(report)}</VisuallyHidden>
    </button>
  )
}
