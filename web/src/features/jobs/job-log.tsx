import { isActive, type Job } from '@dashboard/contract/jobs'
import { logFollowPx } from '@dashboard/contract/limits'
import { ArrowDownToLine, Check, Copy, Download } from 'lucide-react'
import { type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { scrollBoxProps } from '../../ui/virtual-list.tsx'
import { tailJobId } from './job-words.ts'

interface JobLogProps {
  job: Job
  /** The job comes from the list, which has no logs; the log is loading. */
  isLoading: boolean
}

/**
 * Shows the raw log, with copy and download. It follows its end while that is switched on and the user has not scrolled
 * further away than 50 px; switching it on scrolls to the end (docs/behavior.md#job-details).
 */
export function JobLog({ job, isLoading }: JobLogProps) {
  const log = job.logs ?? ''
  const [isFollowing, setIsFollowing] = useState(true)
  // An active job writes at the end.
  const isAtEnd = useRef(isActive(job))
  const toggleFollowing = () => {
    isAtEnd.current = true
    setIsFollowing(!isFollowing)
  }
  return (
    <section aria-label="Logs" className="flex min-w-0 flex-col gap-2">
      <LogToolbar job={job} log={log} isFollowing={isFollowing} onFollow={toggleFollowing} />
      {isLoading ? (
        <Skeleton className="h-32 w-full" />
      ) : log === '' ? (
        <pre className="rounded-control border bg-background px-3 py-6 text-center font-sans text-muted">
          No logs available
        </pre>
      ) : (
        <LogText log={log} isFollowing={isFollowing} isAtEnd={isAtEnd} />
      )}
    </section>
  )
}

interface LogToolbarProps {
  job: Job
  log: string
  isFollowing: boolean
  onFollow: () => void
}

function LogToolbar({ job, log, isFollowing, onFollow }: LogToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-base font-semibold">Logs</h3>
      {isActive(job) && <p className="text-xs text-muted">Syncing with GitHub every 3s</p>}
      <div className="ml-auto flex items-center gap-1">
        <Button variant="quiet" icon={<ArrowDownToLine aria-hidden />} onClick={onFollow}>
          Auto-scroll: {isFollowing ? 'ON' : 'OFF'}
        </Button>
        <CopyLog log={log} />
        <IconButton
          label="Download log"
          icon={<Download aria-hidden />}
          disabled={log === ''}
          onClick={() =>
            saveFile(
              new Blob([log], { type: 'text/plain;charset=utf-8' }),
              `${job.type}-${tailJobId(job.id)}.log`,
            )
          }
        />
      </div>
    </div>
  )
}

function CopyLog({ log }: { log: string }) {
  const { isCopied, copy, leaving } = useCopy('Log copied')
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy log'}
      icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      disabled={log === ''}
      onClick={() => void copy(log)}
      {...leaving}
    />
  )
}

interface LogTextProps {
  log: string
  isFollowing: boolean
  isAtEnd: RefObject<boolean>
}

/** Shows the log unchanged as one text, so that the browser finds, selects and copies all of it. */
function LogText({ log, isFollowing, isAtEnd }: LogTextProps) {
  const box = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  useLayoutEffect(() => {
    if (box.current && isFollowing && isAtEnd.current)
      box.current.scrollTop = box.current.scrollHeight
  })
  const readPosition = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    const isNear = scrollHeight - scrollTop - clientHeight <= logFollowPx
    // A growing log moves its end further away, too; only scrolling back means that the user reads.
    if (isNear || scrollTop < lastTop.current) isAtEnd.current = isNear
    lastTop.current = scrollTop
  }
  return (
    <div
      ref={box}
      {...scrollBoxProps('Log')}
      onScroll={readPosition}
      className="max-h-80 min-h-24 overflow-auto rounded-control border bg-background px-3 py-2"
    >
      <pre className="font-mono text-xs leading-[18px] wrap-anywhere whitespace-pre-wrap">
        {log}
      </pre>
    </div>
  )
}
