import { useMemo } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import { formatInstant } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useOpenReport } from '../reports/report-downloads.ts'
import { useReports } from '../reports/reports-queries.ts'

const rowPx = 57

/** Every report of a circuit and of its congregations, newest first, older versions too. */
export function CircuitReportsCard({ circuit }: { circuit: string }) {
  const { data, error, refetch } = useReports()
  const { open } = useOpenReport()
  const reports = useMemo(
    () => data?.reports.filter(({ circuitId }) => circuitId === circuit),
    [data, circuit],
  )
  return (
    <Card
      title="Reports"
      actions={
        <Link
          href={paths.reports}
          className="inline-flex min-h-8 items-center rounded-control text-primary-text hover:underline pointer-coarse:min-h-control"
        >
          All reports
        </Link>
      }
    >
      {!reports && !error && <Skeleton className="h-40" />}
      {!reports && error && (
        <ErrorState title="The reports could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {reports?.length === 0 && (
        <EmptyState title="No reports found">
          Generate the report of the circuit or of a congregation above.
        </EmptyState>
      )}
      {reports && reports.length > 0 && (
        <VirtualList
          label={`Reports of ${circuit}`}
          items={reports}
          keyOf={({ id }) => id}
          estimatePx={rowPx}
          className="max-h-80 rounded-control border bg-background"
        >
          {(report) => (
            <div className="border-b px-3 py-2 in-[li:last-child]:border-b-0">
              <div className="flex flex-wrap items-center gap-x-2">
                <button
                  type="button"
                  onClick={() => open(report)}
                  className="min-h-6 rounded-control text-left font-medium wrap-anywhere text-primary-text hover:underline pointer-coarse:min-h-control"
                >
                  {report.congregation ?? 'Circuit report'}
                  <VisuallyHidden> (open the PDF in a new tab)</VisuallyHidden>
                </button>
                {report.stale && <Badge tone="waiting">Before last import</Badge>}
              </div>
              <p className="text-xs text-muted">Generated {formatInstant(report.generatedAt)}</p>
            </div>
          )}
        </VirtualList>
      )}
    </Card>
  )
}
