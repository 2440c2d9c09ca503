import type { Report } from '@dashboard/contract/reports'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useCallback, useReducer, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { InSlices } from '../../ui/in-slices.tsx'
import { ExpiringReports } from './expiring-reports.tsx'
import { LoadingReports } from './loading-reports.tsx'
import { nothingPicked, reducePicked } from './picked-reports.ts'
import { ReportBrowser } from './report-browser.tsx'
import { countAll } from './report-pages.ts'
import { useRefreshReports, useReports } from './reports-queries.ts'
import { useNewReports } from './use-new-reports.ts'
import { useReportDeletion } from './use-report-deletion.tsx'

/** Finds, opens, downloads and deletes reports (docs/behavior.md#download-center). */
export function DownloadCenter() {
  const { data, error, isPending, refetch, dataUpdatedAt } = useReports()
  const refresh = useRefreshReports()
  const asked = useSearchParams()[0].get('q') ?? ''
  // Until a later poll succeeds.
  const hasRefreshFailed = refresh.isError && refresh.submittedAt > dataUpdatedAt
  const arrived = useNewReports(data?.reports)
  const [picked, pick] = useReducer(reducePicked, nothingPicked)
  const list = useRef<HTMLDivElement>(null)
  const deletion = useReportDeletion({
    onDeletedMany: () => pick({ type: 'clear' }),
    findNextFocus: () => list.current?.querySelector('[data-control="delete"][tabindex="0"]'),
  })
  const { ask } = deletion
  const askForOne = useCallback((report: Report) => ask({ what: 'one', report }), [ask])
  const count = data ? countAll(data) : 0
  return (
    <Card
      title="Download Center"
      actions={
        <div className="-mx-3.5 -my-2 flex flex-wrap">
          <Button
            variant="quiet"
            icon={<RefreshCw aria-hidden />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            Refresh
          </Button>
          <Button
            variant="quiet-danger"
            icon={<Trash2 aria-hidden />}
            disabled={count === 0}
            onClick={() => ask({ what: 'all', count })}
          >
            Clear All
          </Button>
        </div>
      }
    >
      {isPending && <LoadingReports />}
      {error && !data && (
        <ErrorState title="The reports could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {(error || hasRefreshFailed) && data && (
        <Alert tone="warning">
          This list cannot be refreshed right now. It may be out of date.
        </Alert>
      )}
      {data?.expiring && <ExpiringReports expiring={data.expiring} />}
      {data && (
        <InSlices placeholder={<LoadingReports />}>
          <ReportBrowser
            key={asked}
            asked={asked}
            ref={list}
            answer={data}
            arrived={arrived}
            picked={picked}
            onPick={pick}
            onDelete={askForOne}
            onDeleteSelected={(selected) => ask({ what: 'selected', ...selected })}
          />
        </InSlices>
      )}
      {deletion.dialog}
    </Card>
  )
}
