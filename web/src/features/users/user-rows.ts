import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useRowKeys } from '../../ui/row-keys.ts'

/** So many beyond each end of the window exist, so that the browser's own search finds everybody in a usual list. */
const overscanRows = 20

/**
 * The rows of a list of `count` that lie in or near the window, with the heights, in pixels, of
 * what is left out before and after. `list` and `onKeyDown` go on the element
 * that holds the rows.
 */
export function useRowsInView<List extends HTMLElement>(count: number, estimatedPx: number) {
  const list = useRef<List>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setTop(box.top + scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedPx,
    overscan: overscanRows,
    scrollMargin: top,
  })
  const rows = virtualizer.getVirtualItems()
  const first = rows[0]
  const last = rows.at(-1)
  const onKeyDown = useRowKeys(count, (index) => virtualizer.scrollToIndex(index))
  return {
    list,
    onKeyDown,
    rows,
    measure: virtualizer.measureElement,
    beforePx: first ? first.start - top : 0,
    afterPx: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
  }
}
