import { countOf, formatCount } from '@dashboard/contract/counts'
import type { Job } from '@dashboard/contract/jobs'
import { listReports, type ManyReports, type Report } from '@dashboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Download } from 'lucide-react'
import { Link } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { reportsPolling } from '../../api/polling.ts'
import { serverNow } from '../../api/server-clock.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { activeStep, jobLabel, jobState } from '../jobs/job-words.ts'
import { useActiveJobs, useJobs } from '../jobs/jobs-queries.ts'
import { findReadyReports, lastOrder } from './ready-reports.ts'
import { useDownloadArchive, useDownloadReport } from './report-downloads.ts'
import { isWhole, toQuery } from './report-pages.ts'
import { useReports } from './reports-queries.ts'

const shownJobs = 3

/** Shows the reports that are being made, below the controls that started them, where they push nothing away. */
export function ReportJobs() {
  const jobs = useActiveJobs(['circuit-report', 'congregation-report'])
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
      <Link href={paths.monitor} className="self-start text-primary-text hover:underline">
        {jobs.length > shownJobs
          ? `${countOf(jobs.length - shownJobs, 'job')} more in Monitor`
          : 'Follow in Monitor'}
      </Link>
    </div>
  )
}

/** Shows the reports that the user started last, to download them together (docs/behavior.md#download-center). */
export function ReportsReady() {
  const jobs = useJobs().data?.jobs ?? noJobs
  const { userId } = useSessionUser()
  // The list of reports is long, so it is read only when some may be shown.
  return lastOrder(jobs, { userId, nowMs: serverNow() }).size === 0 ? null : <Ready jobs={jobs} />
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

interface ReadyReports {
  first: Report
  count: number
  many: ManyReports
}

/**
 * Returns the reports that the user started last and that are finished, however many there are; `undefined` when there
 * is none.
 */
function useReadyReports(jobs: readonly Job[]): ReadyReports | undefined {
  const all = useReports().data
  const viewer = { userId: useSessionUser().userId, nowMs: serverNow() }
  const isHere = all === undefined || isWhole(all)
  const filter = { jobs: [...lastOrder(jobs, viewer)], stale: false, current: true }
  const made = useQuery({
    ...endpointQuery(listReports, { query: { ...toQuery(filter), limit: '1' } }),
    ...reportsPolling(false),
    enabled: !isHere,
  }).data
  if (isHere) {
    const ready = findReadyReports(jobs, all?.reports ?? [], viewer)
    const many = { ids: ready.map(({ id }) => id) }
    return toReady(ready[0], ready.length, many)
  }
  return toReady(made?.reports[0], made?.total ?? 0, { filter })
}

function toReady(first: Report | undefined, count: number, many: ManyReports) {
  return first && { first, count, many }
}
