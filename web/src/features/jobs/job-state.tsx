import type { Job } from '@dashboard/contract/jobs'
import { useEffect, useState } from 'react'
import { serverNow } from '../../format/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { Progress } from '../../ui/progress.tsx'
import { activeStep, harmlessText, jobDuration, jobLabel } from './job-words.ts'

/** Shows the bar of a running job and, in plain words, what an active one does. */
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

const tickMs = 1_000

interface JobElapsedProps {
  job: Pick<Job, 'status' | 'startedAt' | 'completedAt' | 'elapsedTime'>
  /** Shown while the job has not started. */
  fallback?: string
}

/** Shows how long a job ran, or has run so far; the time of a running job is counted on. */
export function JobElapsed({ job, fallback }: JobElapsedProps) {
  const isRunning = job.status === 'running'
  const [nowMs, setNowMs] = useState(() => serverNow())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNowMs(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return <>{jobDuration(job, nowMs) ?? fallback}</>
}

/** Shows a badge beside the status of a job that was cancelled or did not run; nothing for others. */
export function HarmlessBadge({
  job,
}: {
  job: Pick<Job, 'status' | 'failureKind' | 'cancelledBy'>
}) {
  const text = harmlessText(job)
  if (text === undefined) return null
  return (
    <Badge>
      <span className="truncate">{text}</span>
    </Badge>
  )
}
