import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { rowsWith } from './list-rows.ts'
import { useRowKeys } from './row-keys.ts'

interface VirtualListProps<Item> {
  /** The list's accessible name. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => Key
  /** The approximate height of a row, in pixels; rows are measured once they are shown. */
  estimatePx: number
  /** The rows contain nothing to focus, so the box itself becomes a tab stop. */
  isPlain?: boolean
  /** The class of the scrolling box, which must set a greatest height. */
  className?: string
  /** Renders one row. */
  children: (item: Item) => ReactNode
}

/**
 * Shows a scrolling list in which only the rows in view exist, and the row with the focus. Arrow keys move to other
 * rows.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, keyOf, estimatePx, isPlain = false, className, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number>()
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatePx,
    overscan: 2,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    rangeExtractor:
      focused === undefined || focused >= items.length ? defaultRangeExtractor : rowsWith(focused),
  })
  const onKeyDown = useRowKeys(items.length, (index) => virtualizer.scrollToIndex(index))
  return (
    <div
      ref={scroller}
      {...(isPlain && scrollBoxProps(label))}
      className={classNames('overflow-y-auto', className)}
    >
      <ul
        aria-label={label}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onBlur={() => setFocused(undefined)}
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
              onFocus={() => setFocused(row.index)}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {children(item)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * Returns props for a box that scrolls and contains nothing to focus: without a tab stop of its own, keyboard users
 * could not reach its hidden part (WCAG 2.1.1).
 */
export function scrollBoxProps(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 } as const
}
