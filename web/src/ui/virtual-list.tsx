import { useVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { rowsWith } from './list-rows.ts'
import { usePrinting } from './printing.ts'
import { useRowKeys } from './row-keys.ts'

interface VirtualListProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => Key
  /** The approximate height of a row, in pixels; rows are measured once they are shown. */
  estimatePx: number
  /** The rows contain nothing to focus, so the box itself becomes a tab stop. */
  isPlain?: boolean
  /** New rows come at the top, and push away nothing that is read further down. */
  growsAtTop?: boolean
  /** Called with whether the first row is in view. */
  onScroll?: (isAtTop: boolean) => void
  /** The class of the scrolling box, which must set a greatest height. */
  className?: string
  /** Renders one row; where Tab should move through the controls of one row only, this says which. */
  children: (item: Item, isTabStop: boolean) => ReactNode
}

/**
 * Shows a scrolling list in which only the rows in view exist, and the row that has the focus or had it last; for
 * print, all of them. Arrow keys move to other rows.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, keyOf, estimatePx, isPlain = false, className, children } = props
  const { growsAtTop = false, onScroll } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<{ key: Key; index: number }>()
  const found = active ? items.findIndex((item) => keyOf(item) === active.key) : 0
  // The row that took the place of a deleted one counts.
  const current = Math.min(found < 0 ? (active?.index ?? 0) : found, items.length - 1)
  const isPrinting = usePrinting()
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    anchorTo: growsAtTop && (scroller.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
    rangeExtractor: isPrinting ? () => [...items.keys()] : rowsWith(current),
  })
  const onKeyDown = useRowKeys(items.length, (index) => virtualizer.scrollToIndex(index))
  return (
    <div
      ref={scroller}
      {...(isPlain && scrollBoxProps(label))}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop <= 0)}
      className={classNames('overflow-y-auto', className)}
    >
      <ul
        aria-label={label}
        className="relative print:h-auto!"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDownCapture={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index]
          if (item === undefined) return null
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              onFocus={() => setActive({ key: keyOf(item), index: row.index })}
              className="absolute inset-x-0 top-0 print:static print:transform-none!"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {children(item, row.index === current)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * Returns props for a box that scrolls and contains nothing to focus: without its own tab stop, keyboard users could
 * not reach its hidden part (WCAG 2.1.1).
 */
export function scrollBoxProps(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 } as const
}
