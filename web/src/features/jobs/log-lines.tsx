import {
  type CSSProperties,
  Fragment,
  memo,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { scrollBoxProps } from '../../ui/scroll-box.ts'
import { useFollowing } from './log-following.ts'
import { type LogChunk, splitLog } from './log-text.ts'

/** As high as a line is, in theme.css, while it is not folded. */
const rowPx = 18

interface LogLinesProps {
  log: string
  isFollowing: boolean
  /** Opens at its end, where an active job writes. */
  startsAtEnd: boolean
}

/**
 * The text of the `pre` is the log, as written, so that the browser finds, selects and copies all of it. Numbers and
 * the folding of long lines are style, and what is out of view is not laid out.
 */
export function LogLines({ log, isFollowing, startsAtEnd }: LogLinesProps) {
  const text = useRef<HTMLPreElement>(null)
  const scroller = useFollowing(text, { isFollowing, startsAtEnd })
  return (
    <div
      ref={scroller}
      {...scrollBoxProps('Log')}
      className="max-h-80 min-h-24 overflow-auto rounded-control border bg-background py-2"
    >
      <LogText ref={text} log={log} />
    </div>
  )
}

interface LogTextProps {
  ref: RefObject<HTMLPreElement | null>
  log: string
}

function LogText({ ref, log }: LogTextProps) {
  const { chunks, lineCount, end } = useMemo(() => splitLog(log), [log])
  // A log of megabytes is there at once; where it does not open, the numbers of its lines follow.
  const areNumbered = useDeferredValue(true, false)
  const digits = { '--log-digits': String(lineCount).length } as CSSProperties
  return (
    <pre ref={ref} className="log-text font-mono text-xs" style={digits}>
      {chunks.map((chunk, index) => (
        <Fragment key={chunk.linesBefore}>
          {index > 0 && '\n'}
          <Chunk {...chunk} isNumbered={areNumbered || index === 0 || index >= chunks.length - 2} />
        </Fragment>
      ))}
      {end}
    </pre>
  )
}

interface ChunkProps extends LogChunk {
  isNumbered: boolean
}

/**
 * The elements of the lines are not React's: to take away one after the other tens of thousands that it knows would
 * keep a phone busy when the details are closed.
 */
const Chunk = memo(function Chunk({ linesBefore, text, lineCount, isNumbered }: ChunkProps) {
  const code = useRef<HTMLElement>(null)
  // Made here, between which React lets the browser paint, and not with all others at once.
  const lines = useMemo(() => (isNumbered ? lineElements(text) : undefined), [isNumbered, text])
  useLayoutEffect(() => {
    if (lines) code.current?.replaceChildren(...lines)
  }, [lines])
  const place = {
    counterReset: `log-line ${linesBefore}`,
    containIntrinsicSize: `auto ${lineCount * rowPx}px`,
  }
  return (
    <code ref={code} className="log-chunk" style={place}>
      {text}
    </code>
  )
})

function lineElements(text: string): HTMLElement[] {
  return text.split('\n').map((line, index, { length }) => {
    const element = document.createElement('span')
    element.className = 'log-line'
    element.textContent = index < length - 1 ? `${line}\n` : line
    return element
  })
}
