import { ErrorState } from '../ui/error-state.tsx'
import { errorWords } from './api-error.ts'

interface LoadFailureProps {
  /** What could not be loaded, in one sentence. */
  title: string
  error: unknown
  /** Shown where the server sent no sentence. */
  fallback?: string | undefined
  onRetry: () => void
}

/**
 * Shown in place of what could not be loaded: one sentence, and the server's if it sent one.
 */
export function LoadFailure({ title, error, fallback = '', onRetry }: LoadFailureProps) {
  const { text, cause } = errorWords(error, fallback)
  // 'Nothing arrived' is a sentence; 'Bad Gateway' is not.
  const isSentence = cause?.endsWith('.') ?? false
  const shown = text || (isSentence ? cause : undefined)
  return (
    <ErrorState title={title} onRetry={onRetry} details={isSentence ? undefined : cause}>
      {shown}
    </ErrorState>
  )
}
