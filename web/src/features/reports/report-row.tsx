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
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { extentText, versionSubject } from './report-texts.ts'

export interface ReportRowActions {
  onPick: (report: Report, isPicked: boolean) => void
  onOpen: (report: Report) => void
  onDownload: (report: Report) => void
  onDelete: (report: Report) => void
}

interface ReportRowProps extends ReportRowActions {
  report: Report
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
  const { onPick, onOpen, onDownload, onDelete } = props
  const subject = versionSubject(report)
  const extent = extentText(report)
  const tabIndex = isTabStop ? 0 : -1
  return (
    <div
      className={classNames(
        'flex items-center gap-2 px-3 py-1.5',
        isPicked ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-hover',
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
      <div className="grid min-w-0 grow grid-cols-1 gap-x-2 py-1 @sm:grid-cols-[1fr_auto]">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            data-control="open"
            tabIndex={tabIndex}
            aria-disabled={isOpening || undefined}
            onClick={() => !isOpening && onOpen(report)}
            className="max-w-full min-w-0 rounded-control text-left font-medium wrap-anywhere text-primary-text hover:underline pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
          >
            {report.circuitId}
            {report.congregation !== null && (
              <span className="font-normal"> · {report.congregation}</span>
            )}
            <VisuallyHidden> (open the PDF in a new tab)</VisuallyHidden>
          </button>
          {isOpening && <SpinnerIcon />}
          {!report.current && <Badge tone="neutral">Older version</Badge>}
          {report.stale && report.current && (
            <Badge tone="waiting" icon={<History aria-hidden />}>
              Before last import
            </Badge>
          )}
        </div>
        {/* Below the name on a phone, size and extent included; else those stand beside both lines. */}
        <p className="text-xs leading-4.5 text-muted @sm:contents">
          <span className="@sm:col-start-1">
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

/** The page of what a report is about, by which it leads to its people. */
function placeAddress({ circuitId, congregation }: Report): string {
  return congregation === null
    ? circuitAddress(circuitId)
    : congregationAddress(circuitId, congregation)
}
