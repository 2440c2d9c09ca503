import { countOf, formatCount } from '@dashboard/contract/counts'
import { isReportJob, type Job } from '@dashboard/contract/jobs'
import { CircleCheck, Download } from 'lucide-react'
import { Link } from 'wouter'
import { serverNow } from '../../format/server-clock.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { activeStep, jobLabel, jobState } from '../jobs/job-words.ts'
import { useActiveJobs, useJobs } from '../jobs/jobs-queries.ts'
import { findReadyReports, newestBatch } from './ready-reports.ts'
import { useDownloadArchive, useDownloadReport } from './report-downloads.ts'
import { batchText } from './report-texts.ts'
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
      <Link
        href={paths.monitor}
        className="inline-flex items-center self-start text-primary-text hover:underline pointer-coarse:min-h-control"
      >
        {jobs.length > shownJobs
          ? `${countOf(jobs.length - shownJobs, 'job')} more in Monitor`
          : 'Follow in Monitor'}
      </Link>
    </div>
  )
}

/** Shows the reports that the user started last, to download them together (docs/behavior.md#download-center). */
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
  const ready = findReadyReports(jobs, reports)
  const [first] = ready
  if (!first) return null
  const isOne = ready.length === 1
  const orderedAt = jobs.find(({ id }) => id === first.jobId)?.createdAt ?? first.generatedAt
  const download = () => (isOne ? single.mutate(first) : archive.mutate(ready.map(({ id }) => id)))
  return (
    <div className="flex animate-appear items-center justify-between gap-x-4 gap-y-2 rounded-control bg-success-soft px-3.5 py-2 text-success-text max-md:py-1 md:flex-wrap">
      <div className="flex min-w-0 items-start gap-2.5">
        <CircleCheck className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0">
          <p role="status">
            {countOf(ready.length, 'report')} {isOne ? 'is' : 'are'} ready
          </p>
          <p className="text-xs wrap-anywhere">
            {batchText(ready)}, <RelativeTime at={orderedAt} />
          </p>
        </div>
      </div>
      <Button
        icon={<Download className="max-md:hidden" />}
        loading={archive.isPending || single.isPending}
        onClick={download}
      >
        <span>
          Download
          <span className="max-md:sr-only">
            {isOne ? ' it' : ` these ${formatCount(ready.length)}`}
          </span>
        </span>
      </Button>
    </div>
  )
}
