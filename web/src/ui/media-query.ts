import { mobileBreakpointPx } from '@dashboard/contract/limits'
import { useSyncExternalStore } from 'react'

const narrow = `(max-width: ${mobileBreakpointPx - 0.02}px)`

/** Whether the window is narrower than the mobile breakpoint of docs/behavior.md#limits. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrow)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(narrow).matches,
  )
}
