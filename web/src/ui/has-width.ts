import { useCallback, useState } from 'react'

/**
 * Returns whether an element is at least `neededPx` wide, for content that uses other elements in a narrow place. The
 * width of a card does not follow from the window's. Set `ref` on the element to measure.
 */
export function useHasWidth(neededPx: number) {
  const [hasWidth, setHasWidth] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      setHasWidth(element.clientWidth >= neededPx)
      const observer = new ResizeObserver(() => setHasWidth(element.clientWidth >= neededPx))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [neededPx],
  )
  return { ref, hasWidth }
}
