import type { Report } from '@dashboard/contract/reports'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { formatInstant } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useOpenReport } from '../reports/report-downloads.ts'
import { useCircuitReports } from '../reports/reports-queries.ts'

const rowPx = 57

interface CircuitReportsCardProps {
  circuit: string
  /** Limits the card to the reports of this congregation. */
  congregation?: string
}

/** Shows every report of a circuit and of its congregations, newest first, older versions too. */
export function CircuitReportsCard({ circuit, congregation }: CircuitReportsCardProps) {
  const reports = useCircuitReports(circuit, congregation)
  return (
    <Card
      title="Reports"
      actions={
        <Link href={paths.reports} className="text-link min-h-8 pointer-coarse:min-h-control">
          All reports
        </Link>
      }
    >
      <Loaded
        query={reports}
        loading={<Skeleton className="h-40" />}
        failed="The reports could not be loaded"
      >
        {(reports) =>
          reports.length > 0 ? (
            <ReportList label={`Reports of ${congregation ?? circuit}`} reports={reports} />
          ) : (
            <EmptyState title="No reports found">
              {congregation === undefined
                ? 'Generate the report of the circuit or of a congregation above.'
                : 'Generate the report of the congregation above.'}
            </EmptyState>
          )
        }
      </Loaded>
    </Card>
  )
}

function ReportList({ label, reports }: { label: string; reports: readonly Report[] }) {
  const { open } = useOpenReport()
  return (
    <VirtualList
      label={label}
      items={reports}
      keyOf={({ id }) => id}
      estimatePx={rowPx}
      className="card-rows-end max-h-80 short:max-h-none"
    >
      {(report) => (
        <div className="border-b px-(--card-pad) py-2 in-[li:last-child]:border-b-0">
          <div className="flex flex-wrap items-center gap-x-2">
            <button
              type="button"
              onClick={() => open(report)}
              className="min-h-6 rounded-control text-left font-medium wrap-anywhere text-primary-text hover:underline pointer-coarse:min-h-control"
            >
              {report.congregation ?? 'Circuit report'}
              <span className="sr-only"> (open the PDF in a new tab)</span>
            </button>
            {report.stale && <Badge tone="waiting">Out of date</Badge>}
          </div>
          <p className="text-xs text-muted">Generated {formatInstant(report.generatedAt)}</p>
        </div>
      )}
    </VirtualList>
  )
}
