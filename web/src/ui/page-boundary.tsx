import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

interface PageBoundaryProps {
  /** A new value, such as the next page's path, clears the failure. */
  resetKey: string
  children: ReactNode
}

interface PageBoundaryState {
  failure: Error | undefined
  resetKey: string
}

/** Keeps a page that breaks, or whose code cannot be loaded, from taking the frame with it. */
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

  override render() {
    if (!this.state.failure) return this.props.children
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
