import { days } from '@dashboard/contract/coverage'
import { classNames } from './class-names.ts'

interface DayHeadingsProps {
  /** How much of a day's name there is room for. */
  letters: 2 | 3
  className?: string
}

/** The heads of the columns of a week, which say the whole name to screen readers. */
export function DayHeadings({ letters, className }: DayHeadingsProps) {
  return days.map((day) => (
    <th key={day} scope="col" className={classNames('font-medium text-muted', className)}>
      <abbr title={day} className="no-underline">
        {day.slice(0, letters)}
      </abbr>
    </th>
  ))
}
