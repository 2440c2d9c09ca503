import { countOf, formatCount } from '@dashboard/contract/counts'
import { isReportJob, type Job } from '@dashboard/contract/jobs'
import { CircleCheck, Download, X } from 'lucide-react'
import { Link } from 'wouter'
import { serverNow } from '../../format/server-clock.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { activeStep, jobLabel, jobState } from '../jobs/job-words.ts'
import { useActiveJobs, useJobs } from '../jobs/jobs-queries.ts'
import { putReportsAway, useReportsPutAway } from './put-away-reports.ts'
import { findReadyReports, newestBatch } from './ready-reports.ts'
import { useDownloadArchive, useDownloadReport } from './report-downloads.ts'
import { batchText, readyText } from './report-texts.ts'
import { useReports } from './reports-queries.ts'

const shownJobs = 3

/** Shows the reports that are being made, below the controls that started them, where they push nothing away. */
export function ReportJobs() {
  const jobs = useActiveJobs(isReportJob)
  if (jobs.length === 0) return null
  return (
    <div className="flex animate-appear flex-col gap-3 border-t pt-4 max-md:border-t-0 max-md:pt-0">
      <ul className="flex flex-col gap-3">
        {jobs.slice(0, shownJobs).map((job) => (
          <li key={job.id} className="flex flex-col gap-1.5">
            <span className="flex items-baseline gap-2">
              <StateDot state={jobState(job).state} pulsing={job.status === 'running'} />
              <span className="min-w-0 grow">
                {jobLabel(job)}: {activeStep(job)}
              </span>
              <span className="text-muted">{job.progress}%</span>
            </span>
            <Progress label={jobLabel(job)} value={job.progress} />
          </li>
        ))}
      </ul>
      <Link href={paths.monitor} className="text-link self-start pointer-coarse:min-h-control">
        {jobs.length > shownJobs
          ? `${countOf(jobs.length - shownJobs, 'job')} more in Monitor`
          : 'Follow in Monitor'}
      </Link>
    </div>
  )
}

/** Shows the reports that the user started last, to download them together. */
export function ReportsReady() {
  const jobs = useJobs().data?.jobs ?? []
  const { userId } = useSessionUser()
  const batch = newestBatch(jobs, userId, serverNow())
  // The list of reports is long, so it is read only when some may be shown.
  return batch.length === 0 ? null : <Ready jobs={batch} />
}

function Ready({ jobs }: { jobs: readonly Job[] }) {
  const archive = useDownloadArchive()
  const single = useDownloadReport()
  const reports = useReports().data?.reports ?? []
  const putAway = useReportsPutAway()
  const { ready, outdated } = findReadyReports(jobs, reports)
  const [first] = ready
  if (!first || ready.every(({ id }) => putAway.has(id))) return null
  const isOne = ready.length === 1
  const ids = ready.map(({ id }) => id)
  const orderedAt = jobs.find(({ id }) => id === first.jobId)?.createdAt ?? first.generatedAt
  const download = () => (isOne ? single.mutate(first) : archive.mutate(ids))
  return (
    <div className="@container animate-appear rounded-control bg-success-soft text-success-text">
      <div className="flex items-center gap-2.5 pl-3.5">
        <CircleCheck className="size-4 shrink-0 @max-sm:hidden" />
        {/* `relative`: what screen readers are told of the time would else widen the page. */}
        <p className="relative flex min-w-0 grow items-baseline gap-1.5">
          <span role="status" className="@sm:shrink-0">
            {readyText(ready.length, outdated)}
          </span>
          <span className="truncate text-xs @max-sm:sr-only">
            {batchText(ready)}, <RelativeTime at={orderedAt} />
          </span>
        </p>
        <Button
          icon={<Download className="@max-sm:hidden" />}
          loading={archive.isPending || single.isPending}
          className="shrink-0 whitespace-nowrap"
          onClick={download}
        >
          <span>
            Download
            <span className="@max-sm:sr-only">
              {isOne ? ' it' : ` these ${formatCount(ready.length)}`}
            </span>
          </span>
        </Button>
        <IconButton label="Dismiss" icon={<X />} onClick={() => putReportsAway(ids)} />
      </div>
    </div>
  )
}
