import type { CircuitDetails, CongregationDetails } from '@dashboard/contract/coverage'
import { localDay } from '@dashboard/contract/local-time'
import { serverNow } from '../../format/server-clock.ts'
import { dayFormatter } from '../../format/time.ts'
import { FiguresTable } from '../../ui/figures-table.tsx'
import { monthsText } from './covered-places.ts'

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
      <div className="text-xs">
        <FiguresTable
          caption="Figures after the last import of each month"
          titles={['Month', 'Volunteers', 'Trained', 'Available', 'Trained and available']}
          rows={months.map(({ month, volunteers, trained, available, trainedAndAvailable }) => [
            formatMonth(month),
            volunteers,
            trained,
            available,
            trainedAndAvailable,
          ])}
        />
      </div>
    </details>
  )
}
