import { logFollowPx } from '@dashboard/contract/limits'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isNearEnd } from './log-text.ts'

interface Following {
  /** Of all lines together. */
  height: number
  isFollowing: boolean
  /** Whether the box opens at its end. */
  startsAtEnd: boolean
}

/**
 * Keeps a scrolling log at its end while it grows, as long as it is switched on and the person has
 * not scrolled further away than 50 px (docs/behavior.md#job-details). Switching it on leads to the
 * end.
 */
export function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  { height, isFollowing, startsAtEnd }: Following,
): void {
  const isAtEnd = useRef(startsAtEnd)
  const wasFollowing = useRef(isFollowing)

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let lastTop = box.scrollTop
    const note = () => {
      const isNear = isNearEnd(box, logFollowPx)
      // A growing log takes the end further away, too; only scrolling back means that somebody reads.
      if (isNear || box.scrollTop < lastTop) isAtEnd.current = isNear
      lastTop = box.scrollTop
    }
    box.addEventListener('scroll', note, { passive: true })
    return () => box.removeEventListener('scroll', note)
  }, [scroller])

  useLayoutEffect(() => {
    if (isFollowing && !wasFollowing.current) isAtEnd.current = true
    wasFollowing.current = isFollowing
    const box = scroller.current
    if (box && isFollowing && isAtEnd.current) box.scrollTop = height
  }, [scroller, height, isFollowing])
}
