import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { scrollBoxProps } from '../../ui/scroll-box.ts'
import { useFollowing } from './log-following.ts'
import { cutAtMatches, type LogRow } from './log-text.ts'

const rowPx = 18

interface LogLinesProps {
  rows: readonly LogRow[]
  search: string
  /** The row of the match that is shown. */
  currentRow: number | undefined
  isFollowing: boolean
  /** Opens at its end, where an active job writes. */
  startsAtEnd: boolean
}

/** Only the lines in view exist. New lines are followed while the view is near the end. */
export function LogLines(props: LogLinesProps) {
  const { rows, search, currentRow, isFollowing, startsAtEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
  })
  const height = virtualizer.getTotalSize()
  useFollowing(scroller, { height, isFollowing, startsAtEnd })
  useEffect(() => {
    if (currentRow !== undefined) virtualizer.scrollToIndex(currentRow, { align: 'center' })
  }, [currentRow, virtualizer])
  const gutter = `${String(rows.length).length + 1}ch`
  return (
    <div
      ref={scroller}
      {...scrollBoxProps('Log')}
      className="max-h-80 min-h-24 overflow-y-auto rounded-control border bg-background py-2 font-mono text-xs"
    >
      <pre className="relative m-0" style={{ height }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <span
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classNames(
                'absolute inset-x-0 top-0 flex gap-3 px-3',
                item.index === currentRow && 'bg-primary-soft text-on-primary-soft',
              )}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span
                aria-hidden
                className="shrink-0 text-right text-muted select-none"
                style={{ minWidth: gutter }}
              >
                {row.number}
              </span>
              <span className="min-w-0 grow whitespace-pre-wrap">
                <LineText text={row.text} search={search} />
              </span>
            </span>
          )
        })}
      </pre>
    </div>
  )
}

function LineText({ text, search }: { text: string; search: string }) {
  let offset = 0
  return cutAtMatches(text, search).map((piece, index) => {
    const key = offset
    offset += piece.length
    return index % 2 === 1 ? (
      <mark key={key} className="bg-waiting-soft text-waiting-text">
        {piece}
      </mark>
    ) : (
      piece
    )
  })
}
