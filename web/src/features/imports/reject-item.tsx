import { formatCount } from '@dashboard/contract/counts'
import type { ImportReject } from '@dashboard/contract/import-rejects'
import { placeText, skippedSinceText } from './import-words.ts'

interface RejectItemProps {
  reject: ImportReject
  /** When the sheet was read. */
  readAt: string
  /** Says which congregation it is about, too. */
  isPlaced?: boolean
}

/** One skipped row: where it stands in the sheet, what it holds there, and what is wrong. */
export function RejectItem({ reject, readAt, isPlaced = false }: RejectItemProps) {
  const since = skippedSinceText(reject, readAt)
  const { row, column, value, reason } = reject
  return (
    <div className="flex flex-col gap-0.5 px-3 py-2.5">
      <p>
        <span className="font-medium">Row {formatCount(row)}</span>: {reason}
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        {column !== '' && (
          <span className="wrap-anywhere">
            {column}: {value === null || value === '' ? 'empty' : `“${value}”`}
          </span>
        )}
        {isPlaced && <span className="wrap-anywhere">{placeText(reject)}</span>}
        {since !== undefined && <span className="font-medium text-waiting-text">{since}</span>}
      </p>
    </div>
  )
}
