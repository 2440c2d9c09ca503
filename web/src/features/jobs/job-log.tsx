import { isActive, type Job } from '@dashboard/contract/jobs'
import { logFollowPx, pollMs } from '@dashboard/contract/limits'
import { ArrowDownToLine, Check, Copy, Download } from 'lucide-react'
import {
  type CSSProperties,
  Fragment,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { scrollBoxProps } from '../../ui/virtual-list.tsx'
import { tailJobId } from './job-words.ts'
import { type LogChunk, splitLog } from './log-text.ts'

interface JobLogProps {
  job: Job
  /** The job comes from the list, which has no logs; the log is loading. */
  isLoading: boolean
}

/** Shows the raw log: numbered lines, copy, download, and following its end (docs/behavior.md#job-details). */
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
          <CopyLog log={log} />
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
        <LogLines log={log} isFollowing={isFollowing} startsAtEnd={isActive(job)} />
      )}
    </section>
  )
}

function CopyLog({ log }: { log: string }) {
  const { isCopied, copy, leaving } = useCopy('Log copied')
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy log'}
      icon={isCopied ? <Check /> : <Copy />}
      disabled={log === ''}
      onClick={() => void copy(log)}
      {...leaving}
    />
  )
}

/** The height of a line that is not wrapped, as in theme.css. */
const rowPx = 18

interface LogLinesProps {
  log: string
  isFollowing: boolean
  /** Opens at its end, where an active job writes. */
  startsAtEnd: boolean
}

/**
 * Shows the lines. The text of the `pre` is the log unchanged, so that the browser finds, selects and copies all of it.
 * Line numbers and the wrapping of long lines are style, and lines out of view are not laid out.
 */
function LogLines({ log, isFollowing, startsAtEnd }: LogLinesProps) {
  const scroller = useFollowing(isFollowing, startsAtEnd)
  const { chunks, lineCount, end } = useMemo(() => splitLog(log), [log])
  const digits = { '--log-digits': String(lineCount).length } as CSSProperties
  return (
    <div
      ref={scroller}
      {...scrollBoxProps('Log')}
      className="max-h-80 min-h-24 overflow-auto rounded-control border bg-background py-2"
    >
      <pre className="log-text font-mono text-xs" style={digits}>
        {chunks.map((chunk, index) => (
          <Fragment key={chunk.linesBefore}>
            {index > 0 && '\n'}
            <Chunk {...chunk} />
          </Fragment>
        ))}
        {end}
      </pre>
    </div>
  )
}

/**
 * Shows some lines. They get their numbers when they first come into view: tens of thousands of elements would block a
 * phone when the details are opened and closed.
 */
const Chunk = memo(function Chunk({ linesBefore, text, lineCount }: LogChunk) {
  const code = useRef<HTMLElement>(null)
  const isSeen = useRef(false)
  useLayoutEffect(() => {
    const element = code.current
    if (!element) return
    if (isSeen.current) numberLines(element, text, linesBefore)
    const observer = new IntersectionObserver((entries) => {
      if (isSeen.current || !entries.some(({ isIntersecting }) => isIntersecting)) return
      isSeen.current = true
      numberLines(element, text, linesBefore)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, linesBefore])
  const style = { containIntrinsicSize: `auto ${lineCount * rowPx}px` }
  return (
    <code ref={code} className="log-chunk" style={style}>
      {text}
    </code>
  )
})

/**
 * Puts an empty element, which draws the number, before each line of a chunk. The text node is split and not moved, so
 * that a match or a selection of the browser in it stays.
 */
function numberLines(element: HTMLElement, text: string, linesBefore: number): void {
  const [line] = element.childNodes
  // Otherwise the lines have their numbers already.
  if (!(line instanceof Text) || line.data !== text) return
  let rest = line
  let number = linesBefore + 1
  line.before(lineNumber(number))
  for (let at = rest.data.indexOf('\n'); at >= 0; at = rest.data.indexOf('\n')) {
    rest = rest.splitText(at + 1)
    number += 1
    rest.before(lineNumber(number))
  }
}

function lineNumber(number: number): HTMLElement {
  const element = document.createElement('span')
  element.className = 'log-line'
  element.dataset.number = String(number)
  return element
}

/**
 * Scrolls a box to its end whenever its content grows, as long as that is switched on and the user has not scrolled
 * further away than 50 px (docs/behavior.md#job-details). Switching it on scrolls to the end.
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
