import { Component, type ReactNode } from 'react'
import { recordGone, useIsOutdated } from '../api/server-version.ts'
import { ErrorState } from '../ui/error-state.tsx'

interface PageBoundaryProps {
  /** A new value, such as the next page's path, clears the failure. */
  resetKey: string
  children: ReactNode
}

interface PageBoundaryState {
  failure: Error | undefined
  resetKey: string
}

/** Confines the failure of a page, or of its code that cannot be loaded, to that page; the frame stays. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(failure: Error): Partial<PageBoundaryState> {
    return { failure }
  }

  static getDerivedStateFromProps(
    { resetKey }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return resetKey === state.resetKey ? null : { failure: undefined, resetKey }
  }

  override componentDidCatch() {
    recordGone()
  }

  override render() {
    const { failure } = this.state
    return failure ? <PageFailure message={failure.message} /> : this.props.children
  }
}

function PageFailure({ message }: { message: string }) {
  // The notice of an update explains it, and offers to load the page again.
  if (useIsOutdated()) return null
  return (
    <ErrorState
      title="This page cannot be shown."
      onRetry={() => location.reload()}
      retryLabel="Reload the page"
      details={message}
    >
      Reload it. If it happens again, tell an administrator what the details say.
    </ErrorState>
  )
}
