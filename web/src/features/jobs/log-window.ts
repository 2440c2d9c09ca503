import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** The height of every row of a log. */
export const logRowPx = 18

const fewestColumns = 20
const beyondView = 15

/**
 * How many characters fit into one row of a box in monospace, beside the line numbers; `undefined`
 * until the box is there to be measured.
 */
export function useColumns(scroller: RefObject<HTMLElement | null>, gutter: number) {
  const [columns, setColumns] = useState<number>()
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => {
      const fitting = Math.floor(box.clientWidth / characterPx(box)) - gutter - 2
      setColumns(Math.max(fewestColumns, fitting))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, gutter])
  return columns
}

function characterPx(box: HTMLElement): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return Number.parseFloat(getComputedStyle(box).fontSize)
  context.font = getComputedStyle(box).font
  return context.measureText('0').width
}

interface RowsInView {
  first: number
  /** The one after the last. */
  end: number
}

/** Which of `count` rows are in view, and a few around them. */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, count: number): RowsInView {
  const [view, setView] = useState({ top: 0, visible: beyondView })
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => {
      const top = Math.floor(box.scrollTop / logRowPx)
      const visible = Math.ceil(box.clientHeight / logRowPx)
      setView((previous) =>
        previous.top === top && previous.visible === visible ? previous : { top, visible },
      )
    }
    measure()
    box.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => {
      box.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [scroller])
  const first = Math.max(0, Math.min(view.top, count - view.visible) - beyondView)
  return { first, end: Math.min(count, view.top + view.visible + beyondView) }
}
