import type { ImportDetail } from '@dashboard/contract/imports'
import { useLocation } from 'wouter'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { formatDate, formatInstant } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { InSlices } from '../../ui/in-slices.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CopyAddress } from './copy-address.tsx'
import { ImportBoard } from './import-board.tsx'
import { importTitle } from './import-words.ts'
import { useImport } from './imports-queries.ts'

/** What a review would change, or an import has changed (docs/imports.md#screens). */
export function ImportPage() {
  const [location] = useLocation()
  const id = location.slice(paths.imports.length + 1).replace(/\/+$/, '')
  const { data, error, isPending, refetch } = useImport(id)
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <Page
      {...headingOf(data?.import)}
      keepsSubtitleHeight
      actions={!isUnknown && <CopyAddress />}
      back={{ href: paths.sync, label: 'Back to Locust Sync' }}
    >
      {isPending && <LoadingImport />}
      {isUnknown && (
        <EmptyState title="Import not found">
          There is no review or import at this address. It may be older than what is kept.
        </EmptyState>
      )}
      {error && !isUnknown && !data && (
        <ErrorState title="This import could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {error && !isUnknown && data && (
        <Alert tone="warning">
          This page cannot be refreshed right now. It may be out of date.
        </Alert>
      )}
      {data && !isUnknown && (
        <InSlices key={id} placeholder={<LoadingImport />}>
          <ImportBoard {...data} />
        </InSlices>
      )}
    </Page>
  )
}

function headingOf(entry: ImportDetail | undefined) {
  if (!entry) return { title: 'Import', subtitle: '' }
  const { createdAt } = entry
  const title = importTitle(entry)
  return {
    title,
    tabTitle: `${title}, ${formatInstant(createdAt)}`,
    subtitle: formatDate(createdAt),
  }
}

function LoadingImport() {
  return (
    <Card>
      <div role="status" className="flex animate-late flex-col gap-4">
        <p className="text-muted">Loading the import...</p>
        <Skeleton className="h-6 w-72" />
        <Skeleton className="h-12" />
        <Skeleton className="h-40" />
      </div>
    </Card>
  )
}
