import { type ReactNode, useDeferredValue } from 'react'

interface InSlicesProps {
  /** Shown until all of it is rendered. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Renders a large part of a page in slices, between which the browser answers and paints. What a query brings is
 * otherwise rendered at once, which keeps a phone busy for longer than a press may wait
 * (docs/decisions/0047-first-view-in-slices.md).
 */
export function InSlices({ placeholder, children }: InSlicesProps): ReactNode {
  return useDeferredValue(true, false) ? children : placeholder
}
