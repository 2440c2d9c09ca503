import { countOf } from '@dashboard/contract/counts'
import type { ExpiringReports as Expiring, Report } from '@dashboard/contract/reports'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { formatDate } from '../../format/time.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useNewReports } from './new-reports.ts'
import { LoadingReports, ReportBrowser } from './report-browser.tsx'
import { useDownloadArchive } from './report-downloads.ts'
import { noneSelected } from './report-list.ts'
import {
  type Deletion,
  deletionOf,
  deletionOfAll,
  deletionOfSelected,
  useDeleteReports,
  useRefreshReports,
  useReports,
} from './reports-queries.ts'

/** Finds, opens, downloads and deletes reports. */
export function DownloadCenter() {
  const reports = useReports()
  const { data, dataUpdatedAt } = reports
  const refresh = useRefreshReports()
  const search = useSearchParams()[0].get('q') ?? ''
  // Shown until a later poll succeeds.
  const hasRefreshFailed = refresh.isError && refresh.submittedAt > dataUpdatedAt
  const newReports = useNewReports(data?.reports)
  const [selected, select] = useState(noneSelected)
  const list = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Deletion>()
  const close = () => setAsked(undefined)
  const deletion = useDeleteReports()
  const askForOne = useCallback((report: Report) => setAsked(deletionOf(report)), [])
  const count = data?.reports.length ?? 0
  return (
    <Card
      title="Download Center"
      actions={
        <div className="-mx-3.5 -my-2 flex flex-wrap max-md:[&_svg]:hidden">
          <Button
            variant="quiet"
            icon={<RefreshCw />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            Refresh
          </Button>
          <Button
            variant="quiet-danger"
            icon={<Trash2 />}
            disabled={count === 0}
            onClick={() => setAsked(deletionOfAll(count))}
          >
            Clear All
          </Button>
        </div>
      }
    >
      <Loaded query={reports} loading={<LoadingReports />} failed="The reports could not be loaded">
        {(data) => (
          <>
            {(reports.error || hasRefreshFailed) && (
              <Alert tone="warning">
                This list cannot be refreshed right now. It may be out of date.
              </Alert>
            )}
            {data.expiring && <ExpiringReports expiring={data.expiring} reports={data.reports} />}
            <ReportBrowser
              key={search}
              asked={search}
              ref={list}
              answer={data}
              newReports={newReports}
              selected={selected}
              onSelect={select}
              onDelete={askForOne}
              onDeleteSelected={(ids) => setAsked(deletionOfSelected(ids))}
            />
          </>
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          {...asked.words}
          onClose={close}
          busy={deletion.isPending}
          onConfirm={() =>
            deletion.mutate(asked, {
              onSuccess: () => asked.clearsSelection && select(noneSelected),
              onSettled: close,
            })
          }
          findNextFocus={() => list.current?.querySelector('[data-control="delete"][tabindex="0"]')}
        />
      )}
    </Card>
  )
}

/**
 * Shows when old reports will be deleted, before they are, with a button to save them.
 */
function ExpiringReports({ expiring, reports }: { expiring: Expiring; reports: Report[] }) {
  const { mutate, isPending } = useDownloadArchive()
  const { at, until } = expiring
  const old = reports.filter(({ generatedAt }) => generatedAt <= until).map(({ id }) => id)
  return (
    <Alert tone="warning">
      <p>
        {countOf(expiring.reports, 'old report')} will be deleted on {formatDate(at)}. Download what
        is still needed, or generate it again.
      </p>
      <div className="mt-2">
        <Button loading={isPending} onClick={() => mutate(old)}>
          Download {expiring.reports === 1 ? 'Old Report' : 'Old Reports'}
        </Button>
      </div>
    </Alert>
  )
}
