import { type ReactNode, useDeferredValue } from 'react'

interface InSlicesProps {
  /** Shown until the whole content is rendered. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Renders a large part of a page in slices, between which the browser can handle input and paint. Otherwise the result
 * of a query is rendered in one go, which keeps a phone busy for longer than a tap may wait
 * (docs/decisions/0047-first-view-in-slices.md).
 */
export function InSlices({ placeholder, children }: InSlicesProps): ReactNode {
  return useDeferredValue(true, false) ? children : placeholder
}
