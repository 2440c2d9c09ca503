import { formatCount } from '@dashboard/contract/counts'
import { easternDay } from '@dashboard/contract/eastern-time'
import { serverNow } from '../../api/server-clock.ts'
import { formatDay } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countJobs, fillDays, historyDays, type JobDay } from './jobs-by-day.ts'
import { completedFill, failedFill, JobsChart } from './jobs-chart.tsx'

/** How jobs have ended lately. */
export function JobsCard({ jobsByDay }: { jobsByDay: readonly JobDay[] }) {
  const days = fillDays(jobsByDay, easternDay(serverNow()))
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
            <summary className="min-h-control cursor-pointer content-center text-primary-text">
              Show as a table
            </summary>
            <JobsTable days={days} />
          </details>
        </>
      )}
    </Card>
  )
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
    <table className="mt-1 w-full">
      <caption className="sr-only">
        Jobs by day, newest first; days without jobs are left out
      </caption>
      <thead>
        <tr className="border-b text-muted">
          <th scope="col" className="py-1.5 text-left font-medium">
            Day
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            Completed
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            Failed
          </th>
        </tr>
      </thead>
      <tbody>
        {busy.map(({ day, completed, failed }) => (
          <tr key={day} className="border-b last:border-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {formatDay(day)}
            </th>
            <td className="py-1.5 text-right">{formatCount(completed)}</td>
            <td className="py-1.5 text-right">{formatCount(failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
