import { days } from '@dashboard/contract/coverage'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import type { Volunteer } from '@dashboard/contract/volunteers'
import { Check } from 'lucide-react'
import { DayHeadings } from './day-headings.tsx'
import { Missing } from './volunteer-parts.tsx'

/** When somebody can serve: days by time slots, with a tick and a tint where they can. */
export function VolunteerWeek({ availability }: Pick<Volunteer, 'availability'>) {
  const slots = [...new Set(availability.map(({ timeSlot }) => timeSlot))].sort(compareTimeSlots)
  const has = new Set(availability.map(({ dayOfWeek, timeSlot }) => `${dayOfWeek}:${timeSlot}`))
  return (
    <section aria-labelledby="volunteer-week">
      <h3 id="volunteer-week" className="mb-1 font-semibold">
        The week
      </h3>
      {slots.length === 0 ? (
        <Missing what="No times given" />
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs">
          <thead>
            <tr>
              <td className="w-1/4" />
              <DayHeadings />
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) => (
              <tr key={slot}>
                <th scope="row" className="pr-1 text-left font-medium wrap-anywhere">
                  {slot}
                </th>
                {days.map((day) => (
                  <WeekCell key={day} isFree={has.has(`${day}:${slot}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function WeekCell({ isFree }: { isFree: boolean }) {
  return isFree ? (
    <td className="h-7 rounded-[4px] bg-success-soft text-success-text">
      <Check aria-hidden className="mx-auto size-4" />
      <span className="sr-only">Yes</span>
    </td>
  ) : (
    <td className="h-7 rounded-[4px] border">
      <span className="sr-only">No</span>
    </td>
  )
}
