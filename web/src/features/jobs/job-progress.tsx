import type { Job } from '@dashboard/contract/jobs'
import { Progress } from '../../ui/progress.tsx'
import { activeStep, jobLabel } from './job-words.ts'

/** The bar of a running job and what an active one does, in plain words. */
export function JobProgress({ job }: { job: Job }) {
  return (
    <div className="flex flex-col gap-1">
      {job.status === 'running' && (
        <div className="flex items-center gap-3">
          <Progress label={jobLabel(job)} value={job.progress} />
          <span className="w-9 shrink-0 text-right text-xs font-medium">{job.progress}%</span>
        </div>
      )}
      <p className="text-xs text-muted">{activeStep(job)}</p>
    </div>
  )
}
