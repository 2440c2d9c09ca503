import { formatCount } from '@dashboard/contract/counts'
import type { CircuitDetails, CongregationDetails } from '@dashboard/contract/coverage'
import { localDay } from '@dashboard/contract/local-time'
import { serverNow } from '../../format/server-clock.ts'
import { dayFormatter } from '../../format/time.ts'
import { monthsText } from './covered-places.ts'

const columns = {
  volunteers: 'Volunteers',
  trained: 'Trained',
  available: 'Available',
  trainedAndAvailable: 'Trained and available',
} as const

const formatMonth = dayFormatter({ month: 'short', year: 'numeric' })

/** Says how many could serve and how many in an earlier month; opens the figures of all months. */
export function MonthFigures({
  months = [],
  availability,
}: Pick<CircuitDetails | CongregationDetails, 'months' | 'availability'>) {
  const text = monthsText(months, availability, localDay(serverNow()))
  if (text === undefined) return null
  return (
    <details>
      <summary className="min-h-control cursor-pointer content-center">{text}</summary>
      <table className="w-full text-xs">
        <caption className="sr-only">Figures after the last import of each month</caption>
        <thead>
          <tr className="border-b align-bottom wrap-anywhere hyphens-auto text-muted">
            <th scope="col" className="py-1.5 text-left font-medium">
              Month
            </th>
            {Object.values(columns).map((title) => (
              <th key={title} scope="col" className="py-1.5 pl-1 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((figures) => (
            <tr key={figures.month} className="border-b last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatMonth(figures.month)}
              </th>
              {(Object.keys(columns) as (keyof typeof columns)[]).map((key) => (
                <td key={key} className="py-1.5 pl-1 text-right">
                  {formatCount(figures[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
