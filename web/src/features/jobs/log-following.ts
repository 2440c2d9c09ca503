import { logFollowPx } from '@dashboard/contract/limits'
import { type RefObject, useEffect, useRef } from 'react'
import { isNearEnd } from './log-text.ts'

interface Following {
  isFollowing: boolean
  /** Whether the box opens at its end. */
  startsAtEnd: boolean
}

/**
 * For the scrolling box around `content`: keeps it at its end while the content grows, as long as that is switched on
 * and the person has not scrolled further away than 50 px (docs/behavior.md#job-details). Switching it on leads to
 * the end.
 */
export function useFollowing(
  content: RefObject<HTMLElement | null>,
  { isFollowing, startsAtEnd }: Following,
): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
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
  }, [])

  useEffect(() => {
    const box = scroller.current
    if (!box || !content.current || !isFollowing) return
    if (!wasFollowing.current) isAtEnd.current = true
    // It grows by new lines, and where lines that were only estimated come into view.
    const follow = () => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight
    }
    const observer = new ResizeObserver(follow)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [content, isFollowing])

  useEffect(() => {
    wasFollowing.current = isFollowing
  }, [isFollowing])

  return scroller
}
