import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

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
    <div
      role="alert"
      className="flex animate-appear flex-col items-center gap-2 px-4 py-10 text-center"
    >
      <TriangleAlert className="size-8 text-danger-text" />
      <p className="font-medium">{title}</p>
      {children !== undefined && <p className="max-w-sm text-muted">{children}</p>}
      {onRetry && (
        <Button className="mt-2" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
      {details && (
        <details className="mt-2 w-full max-w-xl text-left">
          <summary className="cursor-pointer text-center text-muted">Details</summary>
          <pre className="mt-2 overflow-x-auto rounded-control border p-3 font-mono text-xs whitespace-pre-wrap">
            {details}
          </pre>
        </details>
      )}
    </div>
  )
}
