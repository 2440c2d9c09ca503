import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  /** What happened, in the user's words. */
  title: string
  /** What the user can do. */
  children?: ReactNode
  onRetry?: () => void
  retryLabel?: string
  /** Technical text, shown collapsed. */
  details?: string | undefined
}

export function ErrorState(props: ErrorStateProps) {
  const { title, children, onRetry, retryLabel = 'Try again', details } = props
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert className="text-danger-text" />}
        title={title}
        action={onRetry && <Button onClick={onRetry}>{retryLabel}</Button>}
      >
        {children}
      </EmptyState>
      {details && (
        <details className="mx-auto -mt-6 w-full max-w-xl px-4 pb-10">
          <summary className="cursor-pointer text-center text-muted">Details</summary>
          <pre className="mt-2 overflow-x-auto rounded-control border p-3 font-mono text-xs whitespace-pre-wrap">
            {details}
          </pre>
        </details>
      )}
    </div>
  )
}
