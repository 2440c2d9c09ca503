import { formatCount } from '@dashboard/contract/counts'
import { formatDay } from '../../format/time.ts'
import { axisTop, countJobs, type JobDay } from './jobs-by-day.ts'

/** Plain against striped: the two tell apart without their colors. */
export const completedFill = 'bg-success'
export const failedFill =
  'border border-failed bg-[repeating-linear-gradient(45deg,var(--color-failed)_0_2px,var(--color-failed-soft)_2px_5px)]'

/** Bars by day, oldest first. A picture for the eye; the card's table holds the numbers. */
export function JobsChart({ days }: { days: readonly JobDay[] }) {
  const { completed, failed } = countJobs(days)
  const top = axisTop(Math.max(...days.map((day) => day.completed + day.failed)))
  const dayNames = [days.at(0), days.at(Math.floor(days.length / 2)), days.at(-1)]
  return (
    <div
      role="img"
      aria-label={`Bars of the jobs by day: ${completed} completed, ${failed} failed.`}
      className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-muted"
    >
      <div className="flex h-36 flex-col justify-between text-right leading-none">
        {[top, top / 2, 0].map((mark) => (
          <span key={mark}>{formatCount(mark)}</span>
        ))}
      </div>
      <div className="relative my-1.5 flex items-end gap-px border-b border-border-strong md:gap-0.5">
        <span className="absolute inset-x-0 top-0 border-t" />
        <span className="absolute inset-x-0 top-1/2 border-t" />
        {days.map((day) => (
          <Bar key={day.day} day={day} top={top} />
        ))}
      </div>
      <div className="col-start-2 flex justify-between">
        {dayNames.map((day) => day && <span key={day.day}>{formatDay(day.day)}</span>)}
      </div>
    </div>
  )
}

function Bar({ day, top }: { day: JobDay; top: number }) {
  const { completed, failed } = day
  return (
    <span
      title={`${formatDay(day.day)}: ${completed} completed, ${failed} failed`}
      className="relative flex h-full min-w-0 flex-1 flex-col justify-end"
    >
      {failed > 0 && (
        <span
          className={`min-h-1 rounded-t-[2px] ${failedFill}`}
          style={{ height: `${(failed / top) * 100}%` }}
        />
      )}
      {completed > 0 && (
        <span
          className={`min-h-1 ${failed === 0 ? 'rounded-t-[2px]' : ''} ${completedFill}`}
          style={{ height: `${(completed / top) * 100}%` }}
        />
      )}
    </span>
  )
}
