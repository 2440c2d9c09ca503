import {
  type CSSProperties,
  Fragment,
  memo,
  type RefObject,
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
  const digits = { '--log-digits': String(lineCount).length } as CSSProperties
  return (
    <pre ref={ref} className="log-text font-mono text-xs" style={digits}>
      {chunks.map((chunk, index) => (
        <Fragment key={chunk.linesBefore}>
          {index > 0 && '\n'}
          <Chunk {...chunk} />
        </Fragment>
      ))}
      {end}
    </pre>
  )
}

/**
 * Its lines get their numbers when it first comes into view: tens of thousands of elements would keep a phone busy
 * when the details are opened and closed.
 */
const Chunk = memo(function Chunk({ linesBefore, text, lineCount }: LogChunk) {
  const code = useRef<HTMLElement>(null)
  const isSeen = useRef(false)
  useLayoutEffect(() => {
    const element = code.current
    if (!element) return
    if (isSeen.current) numberLines(element, text)
    const observer = new IntersectionObserver((entries) => {
      if (isSeen.current || !entries.some(({ isIntersecting }) => isIntersecting)) return
      isSeen.current = true
      numberLines(element, text)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
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

/**
 * Puts an empty element, which draws the number, before each line of a chunk. The text itself is split and not moved,
 * so that what the browser has found or selected in it stays so.
 */
function numberLines(element: HTMLElement, text: string): void {
  const [line] = element.childNodes
  // Otherwise they have their numbers already.
  if (!(line instanceof Text) || line.data !== text) return
  let rest = line
  line.before(lineNumber())
  for (let at = rest.data.indexOf('\n'); at >= 0; at = rest.data.indexOf('\n')) {
    rest = rest.splitText(at + 1)
    rest.before(lineNumber())
  }
}

function lineNumber(): HTMLElement {
  const element = document.createElement('span')
  element.className = 'log-line'
  return element
}
