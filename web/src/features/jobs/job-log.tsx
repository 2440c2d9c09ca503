import { isActive, type Job } from '@dashboard/contract/jobs'
import { logFollowPx, pollMs } from '@dashboard/contract/limits'
import { ArrowDownToLine, Download } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy-button.tsx'
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

/** Shows the raw log, with copy, download, and following its end. */
export function JobLog({ job, isLoading }: JobLogProps) {
  const log = job.logs ?? ''
  const [isFollowing, setIsFollowing] = useState(true)
  return (
    <section aria-label="Logs" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base font-semibold">Logs</h3>
        {isActive(job) && (
          <p className="text-xs text-muted">Syncing with GitHub every {pollMs.jobDialog / 1000}s</p>
        )}
        <div className="ml-auto flex items-center gap-1">
          <Button
            variant="quiet"
            icon={<ArrowDownToLine />}
            onClick={() => setIsFollowing((previous) => !previous)}
          >
            Auto-scroll: {isFollowing ? 'ON' : 'OFF'}
          </Button>
          <CopyIconButton text={log} label="Copy log" doneText="Log copied" disabled={log === ''} />
          <IconButton
            label="Download log"
            icon={<Download />}
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
      {isLoading ? (
        <Skeleton className="h-32 w-full" />
      ) : log === '' ? (
        <pre className="rounded-control border bg-background px-3 py-6 text-center font-sans text-muted">
          No logs available
        </pre>
      ) : (
        <LogText log={log} isFollowing={isFollowing} startsAtEnd={isActive(job)} />
      )}
    </section>
  )
}

interface LogTextProps {
  log: string
  isFollowing: boolean
  /** Opens at its end, where an active job writes. */
  startsAtEnd: boolean
}

/**
 * Shows the log as one text, so that the browser finds, selects and copies all of it. It is in chunks of a hundred
 * lines because those out of view are not laid out; otherwise a log of a megabyte takes too long on a phone.
 */
function LogText({ log, isFollowing, startsAtEnd }: LogTextProps) {
  const scroller = useFollowing(isFollowing, startsAtEnd)
  // Each line with its line break, also one without text, and the last one without a break.
  const chunks = useMemo(() => [...log.matchAll(/(?:[^\n]+\n?|\n){1,100}/g)], [log])
  return (
    <div
      ref={scroller}
      {...scrollBoxProps('Log')}
      className="max-h-80 min-h-24 overflow-auto rounded-control border bg-background px-3 py-2"
    >
      <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
        {chunks.map(({ 0: text, index }) => (
          <span key={index} className="log-chunk">
            {text}
          </span>
        ))}
      </pre>
    </div>
  )
}

/**
 * Scrolls a box to its end whenever its content grows, as long as that is switched on and the user has not scrolled
 * further away than 50 px. Switching it on scrolls to the end.
 */
function useFollowing(
  isFollowing: boolean,
  startsAtEnd: boolean,
): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(startsAtEnd)

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let lastTop = box.scrollTop
    const note = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= logFollowPx
      // A growing log moves its end further away, too; only scrolling back means that the user reads.
      if (isNear || box.scrollTop < lastTop) isAtEnd.current = isNear
      lastTop = box.scrollTop
    }
    box.addEventListener('scroll', note, { passive: true })
    return () => box.removeEventListener('scroll', note)
  }, [])

  useEffect(() => {
    const box = scroller.current
    const content = box?.firstElementChild
    if (!box || !content) return
    if (!isFollowing) {
      // Runs when it is switched on again.
      return () => {
        isAtEnd.current = true
      }
    }
    // The content grows by new lines, and where lines whose height was estimated come into view.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [isFollowing])

  return scroller
}
