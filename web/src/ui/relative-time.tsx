import { formatInstant, formatRelative } from '../format/time.ts'
import { usePresentTime } from './present-time.ts'
import { Tooltip } from './tooltip.tsx'

interface RelativeTimeProps {
  at: string
  /** The exact time is beside it or one press away, so this is not a stop for the keyboard. */
  isRepeated?: boolean
}

/** Shows '12 minutes ago', with the exact time in a tooltip and for screen readers. */
export function RelativeTime({ at, isRepeated = false }: RelativeTimeProps) {
  const nowMs = usePresentTime()
  const exact = formatInstant(at)
  // A poll can return a time later than the last tick.
  const relative = formatRelative(at, Math.max(nowMs, Date.parse(at) || 0))
  return (
    <Tooltip text={exact}>
      <time
        dateTime={at}
        {...(!isRepeated && { tabIndex: 0 })}
        className="rounded-control whitespace-nowrap"
      >
        {relative}
        <span className="sr-only"> ({exact})</span>
      </time>
    </Tooltip>
  )
}
