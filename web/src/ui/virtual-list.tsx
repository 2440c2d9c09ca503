import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useCallback, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { rowsWith } from './list-rows.ts'
import { usePrinting } from './printing.ts'
import { useRowKeys } from './row-keys.ts'

interface RowsOptions<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => Key
  /** The approximate height of a row, in pixels; rows are measured once they are shown. */
  estimatePx: number
}

interface VirtualListProps<Item> extends RowsOptions<Item> {
  label: string
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
 * Shows a list that scrolls in a box, in which only the rows in view exist, and the row that has the focus or had it
 * last; for print, all of them. Arrow keys move to other rows.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, isPlain = false, growsAtTop = false, onScroll, className } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { options, ...focus } = useFocusedRow(props)
  const isPrinting = usePrinting()
  const virtualizer = useVirtualizer({
    ...options,
    ...(isPrinting && { rangeExtractor: () => [...items.keys()] }),
    getScrollElement: () => scroller.current,
    anchorTo: growsAtTop && (scroller.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
  })
  const onKeyDown = useRowKeys(items.length, (index) => virtualizer.scrollToIndex(index))
  return (
    <div
      ref={scroller}
      {...(isPlain && scrollBoxProps(label))}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop <= 0)}
      className={classNames('overflow-y-auto', className)}
    >
      <VirtualRows label={label} items={items} rows={{ ...focus, virtualizer, onKeyDown }}>
        {props.children}
      </VirtualRows>
    </div>
  )
}

/**
 * Returns the rows of a list that scrolls with the window, of which those within `overscan` rows of the window exist:
 * for `VirtualRows`, or for a table, whose body takes `ref` and `onKeyDown`.
 */
export function useWindowRows<Item>(options: RowsOptions<Item> & { overscan: number }) {
  const { items, overscan } = options
  const [topPx, setTopPx] = useState(0)
  const ref = useCallback((list: HTMLElement | null) => {
    if (list) setTopPx(list.getBoundingClientRect().top + scrollY)
  }, [])
  const { options: shared, ...focus } = useFocusedRow(options)
  const virtualizer = useWindowVirtualizer({ ...shared, overscan, scrollMargin: topPx })
  const onKeyDown = useRowKeys(items.length, (index) => virtualizer.scrollToIndex(index))
  return { ...focus, ref, virtualizer, onKeyDown }
}

/** Returns which row Tab moves to, the one that has the focus or had it last, and the options that make it exist. */
function useFocusedRow<Item>({ items, keyOf, estimatePx }: RowsOptions<Item>) {
  const [active, setActive] = useState<{ key: Key; index: number }>()
  const found = active ? items.findIndex((item) => keyOf(item) === active.key) : 0
  // The row that took the place of a deleted one counts.
  const current = Math.min(found < 0 ? (active?.index ?? 0) : found, items.length - 1)
  const keyAt = (index: number) => {
    const item = items[index]
    return item === undefined ? index : keyOf(item)
  }
  return {
    current,
    onFocus: (index: number) => setActive({ key: keyAt(index), index }),
    options: {
      count: items.length,
      estimateSize: () => estimatePx,
      getItemKey: keyAt,
      rangeExtractor: rowsWith(current),
    },
  }
}

type WindowRows = ReturnType<typeof useWindowRows>

interface VirtualRowsProps<Item> {
  label: string
  items: readonly Item[]
  rows: Pick<WindowRows, 'current' | 'onFocus' | 'onKeyDown'> & {
    ref?: WindowRows['ref']
    virtualizer:
      | WindowRows['virtualizer']
      | ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
  }
  /** How many rows there are, where not all are loaded. */
  total?: number
  children: VirtualListProps<Item>['children']
}

/** Shows those rows of a list that exist. */
export function VirtualRows<Item>(props: VirtualRowsProps<Item>) {
  const { label, items, rows, total = items.length, children } = props
  const { virtualizer, current } = rows
  return (
    <ul
      ref={rows.ref}
      aria-label={label}
      className="relative print:h-auto!"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDownCapture={rows.onKeyDown}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            onFocus={() => rows.onFocus(index)}
            className="absolute inset-x-0 top-0 print:static print:transform-none!"
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            {children(item, index === current)}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Returns props for a box that scrolls and contains nothing to focus: without its own tab stop, keyboard users could
 * not reach its hidden part (WCAG 2.1.1).
 */
export function scrollBoxProps(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 } as const
}
