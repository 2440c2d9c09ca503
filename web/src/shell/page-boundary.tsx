import { getHealth } from '@dashboard/contract/health'
import { useQuery } from '@tanstack/react-query'
import { Component, type ReactNode, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { reconnectPolling } from '../api/polling.ts'
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
  const { error, isSuccess, errorUpdateCount } = useQuery({
    ...endpointQuery(getHealth),
    ...reconnectPolling,
  })
  const isBack = isSuccess && errorUpdateCount > 0
  useEffect(() => {
    if (isBack) location.reload()
  }, [isBack])
  // The notice of an update explains it, and offers to load the page again.
  if (useIsOutdated()) return null
  if (error instanceof ApiError && error.status === 0) {
    return (
      <ErrorState title="There is no connection.">
        This page opens by itself as soon as the server can be reached again.
      </ErrorState>
    )
  }
  return (
    <ErrorState
      title="This page cannot be shown."
      onRetry={() => location.reload()}
      retryLabel="Reload the page"
      details={message}
    >
      Reload it. If it happens again, report what the details say.
    </ErrorState>
  )
}
