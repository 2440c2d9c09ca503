import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rowsWith } from '../../ui/list-rows.ts'
import { useRowKeys } from '../../ui/row-keys.ts'

/** So many rows before the last one the next page is asked for. */
const fetchAhead = 40

interface VolunteerRowsProps {
  volunteers: readonly ListedVolunteer[]
  /** Of all pages. */
  total: number
  rowPx: number
  hasMore: boolean
  onMore: () => void
  /** Whose row is brought back into sight and focused, when a person is closed again. */
  returnTo: string | undefined
  /** Tab leads into one row only. */
  children: (volunteer: ListedVolunteer, isTabStop: boolean) => ReactNode
}

/** The list as far as it is fetched; only rows in or near the window exist. Arrows lead from row to row. */
export function VolunteerRows(props: VolunteerRowsProps) {
  const { volunteers, total, rowPx, hasMore, onMore, returnTo, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [activeId, setActiveId] = useState<string>()
  const active = Math.max(
    0,
    volunteers.findIndex(({ id }) => id === activeId),
  )
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setTop(box.top + scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: volunteers.length,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => volunteers[index]?.id ?? index,
    // The row that Tab leads to.
    rangeExtractor: rowsWith(active),
  })
  const rows = virtualizer.getVirtualItems()
  const onKeyDown = useRowKeys(volunteers.length, (index) => virtualizer.scrollToIndex(index))
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= volunteers.length - fetchAhead) onMore()
  }, [hasMore, last, volunteers.length, onMore])
  useReturn(returnTo, volunteers, (index) => virtualizer.scrollToIndex(index, { align: 'center' }))
  return (
    <ul
      ref={list}
      aria-label="Volunteers"
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDownCapture={onKeyDown}
    >
      {rows.map(({ index, key, start }) => {
        const volunteer = volunteers[index]
        return (
          volunteer && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              onFocus={() => setActiveId(volunteer.id)}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {children(volunteer, index === active)}
            </li>
          )
        )
      })}
    </ul>
  )
}

/** After a person is closed, the focus goes back to the row that opened it. */
function useReturn(
  id: string | undefined,
  volunteers: readonly ListedVolunteer[],
  reveal: (index: number) => void,
): void {
  const returned = useRef<string>(undefined)
  useEffect(() => {
    if (id === undefined) returned.current = undefined
    if (id === undefined || id === returned.current) return
    const index = volunteers.findIndex((volunteer) => volunteer.id === id)
    if (index < 0) return
    const findLink = () =>
      document.querySelector<HTMLElement>(`[data-volunteer="${CSS.escape(id)}"]`)
    if (!findLink()) reveal(index)
    // The row may exist only once the window has been scrolled there.
    const frame = requestAnimationFrame(() => {
      const link = findLink()
      link?.focus()
      if (link) returned.current = id
    })
    return () => cancelAnimationFrame(frame)
  })
}
