import type { Job } from '@dashboard/contract/jobs'
import { Progress } from '../../ui/progress.tsx'
import { activeStep, jobLabel } from './job-words.ts'

interface JobProgressProps {
  job: Job
  /** Of the words under the bar. */
  stepClass?: string
}

/** The bar of a running job and what an active one does, in plain words. */
export function JobProgress({ job, stepClass = 'text-xs text-muted' }: JobProgressProps) {
  return (
    <div className="flex flex-col gap-1">
      {job.status === 'running' && (
        <div className="flex items-center gap-3">
          <Progress label={jobLabel(job)} value={job.progress} />
          <span className="w-9 shrink-0 text-right text-xs font-medium">{job.progress}%</span>
        </div>
      )}
      <p className={stepClass}>{activeStep(job)}</p>
    </div>
  )
}
