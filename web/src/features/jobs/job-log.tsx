import { isActive, type Job } from '@dashboard/contract/jobs'
import { useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LogLines } from './log-lines.tsx'
import { LogToolbar } from './log-toolbar.tsx'

interface JobLogProps {
  job: Job
  /** The job is known from the list, which has no logs; they are on their way. */
  isLoading: boolean
}

/** The raw log: numbered lines, copy, download, and following its end (docs/behavior.md#job-details). */
export function JobLog({ job, isLoading }: JobLogProps) {
  const log = job.logs ?? ''
  const [isFollowing, setIsFollowing] = useState(true)
  return (
    <section aria-label="Logs" className="flex min-w-0 flex-col gap-2">
      <LogToolbar
        job={job}
        log={log}
        isFollowing={isFollowing}
        onFollow={() => setIsFollowing((previous) => !previous)}
      />
      {isLoading ? (
        <Skeleton className="h-32 w-full" />
      ) : log === '' ? (
        <pre className="rounded-control border bg-background px-3 py-6 text-center font-sans text-muted">
          No logs available
        </pre>
      ) : (
        <LogLines log={log} isFollowing={isFollowing} startsAtEnd={isActive(job)} />
      )}
    </section>
  )
}
