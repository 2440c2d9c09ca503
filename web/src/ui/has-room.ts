import { type RefCallback, useCallback, useState } from 'react'

/**
 * Whether an element is at least `neededPx` wide, for content that is another element altogether in
 * a narrow place: a window's width does not say how much of it a card gets. Put `ref` on the place.
 */
export function useHasRoom(neededPx: number): { ref: RefCallback<HTMLElement>; hasRoom: boolean } {
  const [hasRoom, setHasRoom] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      setHasRoom(element.clientWidth >= neededPx)
      const observer = new ResizeObserver(() => setHasRoom(element.clientWidth >= neededPx))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [neededPx],
  )
  return { ref, hasRoom }
}
