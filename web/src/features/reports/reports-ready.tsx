import { countOf, formatCount } from '@dashboard/contract/counts'
import type { Job } from '@dashboard/contract/jobs'
import { CircleCheck, Download } from 'lucide-react'
import { serverNow } from '../../api/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import { lastOrder } from './ready-reports.ts'
import { useDownloadArchive, useDownloadReport } from './report-downloads.ts'
import { useReadyReports } from './use-ready-reports.ts'

/** The reports that were made last, to be downloaded together (docs/behavior.md#reports-page). */
export function ReportsReady() {
  const jobs = useJobs().data?.jobs ?? noJobs
  // The list of reports is long: it is asked for only when some may be shown.
  return lastOrder(jobs, serverNow()).size === 0 ? null : <Ready jobs={jobs} />
}

const noJobs: readonly Job[] = []

function Ready({ jobs }: { jobs: readonly Job[] }) {
  const archive = useDownloadArchive()
  const single = useDownloadReport()
  const ready = useReadyReports(jobs)
  if (!ready) return null
  const { first, count, many } = ready
  const isOne = count === 1
  const download = () => (isOne ? single.mutate(first) : archive.mutate({ many, count }))
  return (
    <div className="flex animate-appear flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-success-soft px-3.5 py-2 text-success-text">
      <p role="status" className="flex items-center gap-2.5">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {countOf(count, 'report')} {isOne ? 'is' : 'are'} ready
      </p>
      <Button
        icon={<Download aria-hidden />}
        loading={archive.isPending || single.isPending}
        onClick={download}
      >
        {isOne ? 'Download it' : `Download these ${formatCount(count)}`}
      </Button>
    </div>
  )
}
