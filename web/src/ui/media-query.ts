import { mobileBreakpointPx } from '@dashboard/contract/limits'
import { useSyncExternalStore } from 'react'

const narrow = `(max-width: ${mobileBreakpointPx - 0.02}px)`

/** Returns whether the window is narrower than the mobile breakpoint. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore((onChange) => {
    const query = matchMedia(narrow)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }, isNarrow)
}

/** Whether the window is narrow at this moment; `useIsNarrow` follows only after the window has reported the change. */
export function isNarrow(): boolean {
  return matchMedia(narrow).matches
}
