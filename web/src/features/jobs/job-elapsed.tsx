import type { Job } from '@dashboard/contract/jobs'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { jobDuration } from './job-words.ts'

const tickMs = 1_000

interface JobElapsedProps {
  job: Pick<Job, 'status' | 'startedAt' | 'completedAt' | 'elapsedTime'>
  /** Shown while the job has not started. */
  fallback?: string
}

/** How long a job ran, or has run until now, counting on while it does. */
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
