import { useEffect, useMemo, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { scrollBoxProps } from '../../ui/scroll-box.ts'
import { useFollowing } from './log-following.ts'
import { cutAtMatches, type LogRow, wrapLines } from './log-text.ts'
import { logRowPx, useColumns, useRowsInView } from './log-window.ts'

interface LogLinesProps {
  lines: readonly string[]
  search: string
  /** The matching line that is shown, counted from 0. */
  currentLine: number | undefined
  isFollowing: boolean
  /** Opens at its end, where an active job writes. */
  startsAtEnd: boolean
}

/** Only the rows in view exist. New lines are followed while the view is near the end. */
export function LogLines(props: LogLinesProps) {
  const { lines, search, currentLine, isFollowing, startsAtEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const gutter = String(lines.length).length + 2
  const columns = useColumns(scroller, gutter)
  const rows = useMemo(
    () => (columns === undefined ? [] : wrapLines(lines, columns)),
    [lines, columns],
  )
  const inView = useRowsInView(scroller, rows.length)
  const height = rows.length * logRowPx
  useFollowing(scroller, { height, isFollowing, startsAtEnd })

  const currentRow =
    currentLine === undefined ? undefined : rows.findIndex((row) => row.line === currentLine)
  useEffect(() => {
    const box = scroller.current
    if (!box || currentRow === undefined) return
    box.scrollTop = currentRow * logRowPx - (box.clientHeight - logRowPx) / 2
  }, [currentRow])

  return (
    <div
      ref={scroller}
      {...scrollBoxProps('Log')}
      className="max-h-80 min-h-24 overflow-auto rounded-control border bg-background py-2 font-mono text-xs"
    >
      <pre className="relative m-0" style={{ height, lineHeight: `${logRowPx}px` }}>
        {rows.slice(inView.first, inView.end).map((row, offset) => {
          const index = inView.first + offset
          return (
            <span
              key={index}
              className={classNames(
                'absolute left-0 flex min-w-full',
                row.line === currentLine && 'bg-primary-soft text-on-primary-soft',
              )}
              style={{ top: index * logRowPx, height: logRowPx }}
            >
              <LineNumber row={row} gutter={gutter} />
              <RowText text={row.text} search={search} />
            </span>
          )
        })}
      </pre>
    </div>
  )
}

function LineNumber({ row, gutter }: { row: LogRow; gutter: number }) {
  return (
    <span
      aria-hidden
      className="mr-[2ch] shrink-0 text-right text-muted select-none"
      style={{ width: `${gutter - 1}ch` }}
    >
      {row.isFirstOfLine && row.line + 1}
    </span>
  )
}

function RowText({ text, search }: { text: string; search: string }) {
  let offset = 0
  return (
    <span>
      {cutAtMatches(text, search).map((piece, index) => {
        const key = offset
        offset += piece.length
        return index % 2 === 1 ? (
          <mark key={key} className="bg-waiting-soft text-waiting-text">
            {piece}
          </mark>
        ) : (
          piece
        )
      })}
    </span>
  )
}
