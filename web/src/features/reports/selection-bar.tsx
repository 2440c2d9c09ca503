import { countOf } from '@dashboard/contract/counts'
import { Download, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface SelectionBarProps {
  count: number
  /** Selected, but not in what search and filter show. */
  hiddenCount: number
  canSelectMore: boolean
  onSelectAll: () => void
  onDeselectAll: () => void
  isDownloading: boolean
  onDownload: () => void
  onDelete: () => void
}

/** What can be done with the selected reports; always in place, so that nothing jumps. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, hiddenCount, canSelectMore, onSelectAll, onDeselectAll } = props
  const { isDownloading, onDownload, onDelete } = props
  return (
    <div className="@container flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p>
          {countOf(count, 'report')} selected
          {hiddenCount > 0 && <span className="text-muted"> ({hiddenCount} not shown)</span>}
        </p>
        <span className="-mx-3.5 flex flex-wrap">
          <Button variant="quiet" disabled={!canSelectMore} onClick={onSelectAll}>
            Select All
          </Button>
          <Button variant="quiet" disabled={count === 0} onClick={onDeselectAll}>
            Deselect All
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-2 gap-2 @sm:flex">
        <Button
          icon={<Download aria-hidden className="@max-sm:hidden" />}
          disabled={count === 0}
          loading={isDownloading}
          className="whitespace-nowrap @max-sm:px-1"
          onClick={onDownload}
        >
          Download Archive
        </Button>
        <Button
          variant="quiet-danger"
          icon={<Trash2 aria-hidden className="@max-sm:hidden" />}
          disabled={count === 0}
          className="whitespace-nowrap @max-sm:px-1"
          onClick={onDelete}
        >
          Delete Selected
        </Button>
      </div>
    </div>
  )
}
