import { days } from '@dashboard/contract/coverage'

/** The heads of the columns of a week where there is room for two letters; screen readers say the whole day. */
export function DayHeadings() {
  return days.map((day) => (
    <th key={day} scope="col" className="font-medium text-muted">
      <abbr title={day} className="no-underline">
        {day.slice(0, 2)}
      </abbr>
    </th>
  ))
}
