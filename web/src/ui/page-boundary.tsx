import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

interface PageBoundaryProps {
  /** A new value, such as the next page's path, clears the failure. */
  resetKey: string
  /** The server was updated after the page was loaded; this explains the failure, so the text says it. */
  isOutdated: boolean
  onFailure: () => void
  children: ReactNode
}

interface PageBoundaryState {
  failure: Error | undefined
  resetKey: string
}

/** Error boundary that leaves the frame in place when a page fails or its code cannot be loaded. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(failure: Error): Partial<PageBoundaryState> {
    return { failure }
  }

  static getDerivedStateFromProps(
    props: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    if (props.resetKey === state.resetKey) return null
    return { failure: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch() {
    this.props.onFailure()
  }

  override render() {
    if (!this.state.failure) return this.props.children
    if (this.props.isOutdated) return null
    return (
      <ErrorState
        title="This page cannot be shown."
        onRetry={() => location.reload()}
        retryLabel="Reload the page"
        details={this.state.failure.message}
      >
        Reload it. If it happens again, tell an administrator what the details say.
      </ErrorState>
    )
  }
}
