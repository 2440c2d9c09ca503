import { formatCount } from '@dashboard/contract/counts'
import type { Coverage } from '@dashboard/contract/coverage'
import { dayMs } from '@dashboard/contract/duration'
import { localDay } from '@dashboard/contract/local-time'
import { serverNow } from '../../format/server-clock.ts'
import { formatDay } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FiguresTable } from '../../ui/figures-table.tsx'

type JobDay = Coverage['jobsByDay'][number]

const historyDays = 30

export function JobsCard({ jobsByDay }: { jobsByDay: readonly JobDay[] }) {
  const days = fillDays(jobsByDay, localDay(serverNow()))
  const { completed, failed } = countJobs(days)
  return (
    <Card title={`Jobs of the last ${historyDays} days`}>
      {completed + failed === 0 ? (
        <EmptyState title="No jobs in this time">
          Syncs and reports are counted here once they have ended.
        </EmptyState>
      ) : (
        <>
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            <LegendItem fill={completedFill}>{formatCount(completed)} completed</LegendItem>
            <LegendItem fill={failedFill}>{formatCount(failed)} failed</LegendItem>
          </ul>
          <JobsChart days={days} />
          <details>
            <summary className="print:hidden min-h-control cursor-pointer content-center text-primary-text">
              Show as a table
            </summary>
            <JobsTable days={days} />
          </details>
        </>
      )}
    </Card>
  )
}

/** Returns one entry for each of the days that end with `today` (YYYY-MM-DD), oldest first. */
export function fillDays(known: readonly JobDay[], today: string): JobDay[] {
  const byDay = new Map(known.map((entry) => [entry.day, entry]))
  // Days are counted in UTC, where every day has 24 hours.
  const todayMs = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: historyDays }, (_, index) => {
    const day = new Date(todayMs - (historyDays - 1 - index) * dayMs).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, completed: 0, failed: 0 }
  })
}

export function countJobs(days: readonly JobDay[]): { completed: number; failed: number } {
  const sum = (key: 'completed' | 'failed') => days.reduce((total, day) => total + day[key], 0)
  return { completed: sum('completed'), failed: sum('failed') }
}

function LegendItem({ fill, children }: { fill: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={`size-3.5 rounded-[3px] ${fill}`} />
      {children}
    </li>
  )
}

function JobsTable({ days }: { days: readonly JobDay[] }) {
  const busy = days.filter((day) => day.completed + day.failed > 0).reverse()
  return (
    <FiguresTable
      caption="Jobs by day, newest first; days without jobs are left out"
      titles={['Day', 'Completed', 'Failed']}
      rows={busy.map(({ day, completed, failed }) => [formatDay(day), completed, failed])}
    />
  )
}

/** Plain and striped, so that the two differ without their colors, too. */
const completedFill = 'bg-accent-mark'
const failedFill =
  'border border-failed bg-[repeating-linear-gradient(45deg,var(--color-failed)_0_2px,var(--color-failed-soft)_2px_5px)]'

/** Shows bars by day, oldest first. Screen readers get the numbers from the card's table. */
function JobsChart({ days }: { days: readonly JobDay[] }) {
  const { completed, failed } = countJobs(days)
  const top = axisTop(Math.max(...days.map((day) => day.completed + day.failed)))
  const dayNames = [days.at(0), days.at(Math.floor(days.length / 2)), days.at(-1)]
  return (
    <div
      role="img"
      aria-label={`Bars of the jobs by day: ${completed} completed, ${failed} failed.`}
      className="print-color-exact grid grid-cols-[auto_1fr] gap-x-2 text-xs text-muted"
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

/** Returns the top of an axis that begins at 0 and includes `most`: even, so that its middle is whole, too. */
export function axisTop(most: number): number {
  let step = 1
  for (;;) {
    for (const factor of [2, 4, 10]) if (factor * step >= most) return factor * step
    step *= 10
  }
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
