import type { ReactNode } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Unsupported } from '../ui/empty-state.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { ApiError } from './api-error.ts'
import { LoadFailure } from './load-failure.tsx'

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** Shown while it is loading; a list may say this in words, which stand above the outlines of rows. */
  loading: ReactNode
  /** What could not be loaded, in one sentence. */
  failed: string
  /** Shown where the server sent no sentence; only the specification asks for one. */
  fallback?: string
  /** Shown when there is no such thing, also where there was one before. */
  missing?: ReactNode
  /** Shown above data that could not be refreshed. */
  outdated?: string
  /** Whether the server offers it at all. */
  isOffered?: boolean
  children: (data: Data) => ReactNode
}

/** Shows what a query has read, or that it is loading, has failed or found nothing. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, loading, failed, fallback, missing, outdated, isOffered = true, children } = props
  const { data, error, refetch } = query
  if (missing !== undefined && error instanceof ApiError && error.status === 404) return missing
  if (data === undefined) {
    if (!error) return typeof loading === 'string' ? <LoadingRows text={loading} /> : loading
    if (!isOffered) return <Unsupported />
    return (
      <LoadFailure
        title={failed}
        fallback={fallback}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      {error && isOffered && outdated !== undefined && <Alert tone="warning">{outdated}</Alert>}
      {children(data)}
    </>
  )
}
