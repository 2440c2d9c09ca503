import { isActive, type Job } from '@dashboard/contract/jobs'
import { useDeferredValue, useMemo, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LogFind } from './log-find.tsx'
import { LogLines } from './log-lines.tsx'
import { findLines, splitLog, stepMatch } from './log-text.ts'
import { LogToolbar } from './log-toolbar.tsx'

interface JobLogProps {
  job: Job
  /** The job is known from the list, which has no logs; they are on their way. */
  isLoading: boolean
}

/**
 * The raw log: numbered lines, find, copy, download, and following its end
 * (docs/behavior.md#job-details).
 */
export function JobLog({ job, isLoading }: JobLogProps) {
  const log = job.logs ?? ''
  const [isFollowing, setIsFollowing] = useState(true)
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(0)
  const search = useDeferredValue(typed)
  const lines = useMemo(() => splitLog(log), [log])
  const found = useMemo(() => findLines(lines, search), [lines, search])
  const at = Math.min(current, Math.max(0, found.length - 1))
  const isEmpty = lines.length === 0
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
      ) : isEmpty ? (
        <p className="rounded-control border bg-background px-3 py-6 text-center text-muted">
          No logs available
        </p>
      ) : (
        <>
          <LogFind
            search={typed}
            position={at}
            count={found.length}
            lineCount={lines.length}
            onSearch={(text) => {
              setTyped(text)
              setCurrent(0)
            }}
            onStep={(step) => setCurrent(stepMatch(at, step, found.length))}
          />
          <LogLines
            lines={lines}
            search={search}
            currentLine={found[at]}
            isFollowing={isFollowing}
            startsAtEnd={isActive(job)}
          />
        </>
      )}
    </section>
  )
}
