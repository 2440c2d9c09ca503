import { useEffect, useState } from 'react'
import { formatInstant, formatRelative } from '../format/time.ts'
import { Tooltip } from './tooltip.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const refreshMs = 30_000

/** '12 minutes ago', with the exact Eastern time in a tooltip and for screen readers. */
export function RelativeTime({ at }: { at: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const exact = formatInstant(at)
  // A poll can bring a time later than the last tick.
  const relative = formatRelative(at, Math.max(nowMs, Date.parse(at) || 0))
  return (
    <Tooltip text={exact}>
      <time dateTime={at} className="whitespace-nowrap">
        {relative}
        <VisuallyHidden> ({exact})</VisuallyHidden>
      </time>
    </Tooltip>
  )
}
