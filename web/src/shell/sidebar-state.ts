import { useCallback, useLayoutEffect, useState } from 'react'
import { isNarrow as isNarrowNow, useIsNarrow } from '../ui/media-query.ts'

const sidebarCookie = { name: 'sidebar_state', days: 7 } as const

/**
 * Returns the sidebar's state: expanded or collapsed on wide windows, a sheet that is open or closed on narrow ones.
 */
export function useSidebar() {
  const isNarrow = useIsNarrow()
  const [isExpanded, setIsExpanded] = useState(() => readSidebarCookie(document.cookie))
  const [isSheetOpen, setIsSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    // The styles hide the sidebar before the window reports its change of size.
    if (isNarrowNow()) return setIsSheetOpen((open) => !open)
    // The Cookie Store API is not offered to pages served over plain HTTP.
    Reflect.set(document, 'cookie', sidebarCookieFor(!isExpanded))
    setIsExpanded(!isExpanded)
  }, [isExpanded])

  // Registered in a layout effect, like the shortcut of the find box (features/find/find-button.tsx).
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

/** Whether the sidebar was left expanded; `true` when no cookie is stored. */
export function readSidebarCookie(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${sidebarCookie.name}=false`)
}

/** Returns the cookie that stores the choice for 7 days. */
export function sidebarCookieFor(isExpanded: boolean): string {
  const maxAgeSeconds = sidebarCookie.days * 24 * 60 * 60
  return `${sidebarCookie.name}=${isExpanded}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
