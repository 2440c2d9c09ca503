import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { ChecklistItem } from './checklist-filter.ts'
import { classNames } from './class-names.ts'
import { rowAfterKey, rowsWith } from './list-rows.ts'

interface ChecklistRowsProps {
  items: readonly ChecklistItem[]
  selected: ReadonlySet<string>
  partial?: ReadonlySet<string> | undefined
  onSelect: (ids: readonly string[], checked: boolean) => void
  /** As high as the window leaves room for, instead of a few rows. */
  isTall?: boolean | undefined
}

/** Only the rows in view exist; the whole list is one tab stop, arrows move within it. */
export function ChecklistRows(props: ChecklistRowsProps) {
  const { items, selected, partial, onSelect, isTall = false } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const current = Math.min(active, items.length - 1)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 6,
    getItemKey: (index) => items[index]?.id ?? index,
    // The row that Tab leads to.
    rangeExtractor: rowsWith(current),
  })
  const isMoving = useRef(false)
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"] input`)?.focus()
  }, [current])

  const move = (event: KeyboardEvent) => {
    const target = rowAfterKey(event.key, current, items.length)
    if (target === undefined) return
    event.preventDefault()
    isMoving.current = target !== current
    virtualizer.scrollToIndex(target)
    setActive(target)
  }
  return (
    <div
      ref={scroller}
      className={classNames(
        'min-h-24 overflow-y-auto rounded-control border bg-background py-1',
        isTall ? 'max-h-[max(18rem,calc(100dvh-26rem))]' : 'max-h-72',
      )}
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }} onKeyDown={move}>
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index]
          if (!item) return null
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              data-row={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className="absolute inset-x-0 top-0 flex items-center gap-3 px-3 hover:bg-hover"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <Checkbox
                label={item.label}
                checked={selected.has(item.id)}
                indeterminate={partial?.has(item.id) ?? false}
                tabIndex={row.index === current ? 0 : -1}
                onFocus={() => setActive(row.index)}
                onChange={(checked) => onSelect([item.id], checked)}
                className="grow py-1"
              />
              {item.detail !== undefined && (
                <span className="shrink-0 text-right text-xs text-muted tabular-nums">
                  {item.detail}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
