import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { InSlices } from '../../ui/in-slices.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'

interface PlaceLoadingProps {
  noun: 'circuit' | 'congregation'
  query: { data: unknown; error: unknown; isPending: boolean; refetch: () => Promise<unknown> }
  /** What the page shows once it is there. */
  children: ReactNode
}

/** What a page of a circuit or congregation says until its figures are there, and when they cannot be had. */
export function PlaceLoading({ noun, query, children }: PlaceLoadingProps) {
  const { data, error, isPending, refetch } = query
  const name = noun === 'circuit' ? 'Circuit' : 'Congregation'
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={`${name} not found`}>
        There is no {noun} of this name in the last import.
      </EmptyState>
    )
  }
  return (
    <>
      {isPending && <BoardSkeleton />}
      {error !== null && !data && (
        <ErrorState title={`The ${noun} could not be loaded`} onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {error !== null && Boolean(data) && (
        <Alert tone="warning">
          This page cannot be refreshed right now. It may be out of date.
        </Alert>
      )}
      {Boolean(data) && <InSlices placeholder={<BoardSkeleton />}>{children}</InSlices>}
    </>
  )
}
