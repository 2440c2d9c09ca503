import { countOf } from '@dashboard/contract/counts'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { Progress } from '../../ui/progress.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { activeStep, jobLabel, jobState } from '../jobs/job-words.ts'
import { useActiveJobs } from '../jobs/jobs-queries.ts'

const shownJobs = 3

/** The reports in the making; below what ordered them, where they push nothing away. */
export function ReportJobs() {
  const jobs = useActiveJobs(['circuit-report', 'congregation-report'])
  if (jobs.length === 0) return null
  return (
    <div className="flex animate-appear flex-col gap-3 rounded-control border bg-background p-3">
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
