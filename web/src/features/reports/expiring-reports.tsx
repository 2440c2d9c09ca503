import { countOf } from '@dashboard/contract/counts'
import type { ExpiringReports as Expiring } from '@dashboard/contract/reports'
import { formatDate } from '../../format/time.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useDownloadArchive } from './report-downloads.ts'

/** Says before old reports are deleted when that is, and saves them (docs/behavior.md#download-center). */
export function ExpiringReports({ expiring: { reports, at, until } }: { expiring: Expiring }) {
  const { mutate, isPending } = useDownloadArchive()
  return (
    <Alert tone="warning">
      <p>
        {countOf(reports, 'old report')} will be deleted on {formatDate(at)}. Download what is still
        needed, or generate it anew.
      </p>
      <div className="mt-2">
        <Button
          loading={isPending}
          onClick={() => mutate({ many: { filter: { until } }, count: reports })}
        >
          Download {reports === 1 ? 'Old Report' : 'Old Reports'}
        </Button>
      </div>
    </Alert>
  )
}
