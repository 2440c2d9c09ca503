import { useCallback, useLayoutEffect, useState } from 'react'
import { useIsNarrow } from '../ui/media-query.ts'
import { readSidebarCookie, sidebarCookieFor } from './sidebar-cookie.ts'

/** Expanded or collapsed on wide windows, a sheet that is open or closed on narrow ones. */
export function useSidebar() {
  const isNarrow = useIsNarrow()
  const [isExpanded, setIsExpanded] = useState(() => readSidebarCookie(document.cookie))
  const [isSheetOpen, setIsSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    if (isNarrow) return setIsSheetOpen((open) => !open)
    // The Cookie Store API is not offered to pages served over plain HTTP.
    Reflect.set(document, 'cookie', sidebarCookieFor(!isExpanded))
    setIsExpanded(!isExpanded)
  }, [isNarrow, isExpanded])

  // With the drawing, as the key of the box that finds (features/find/find-button.tsx).
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || event.altKey || event.shiftKey) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [toggle])

  return { isNarrow, isExpanded, isSheetOpen: isNarrow && isSheetOpen, setIsSheetOpen, toggle }
}
