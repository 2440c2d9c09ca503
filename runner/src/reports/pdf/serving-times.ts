import { days } from '@dashboard/contract/days'
import { whoCanServe } from '@dashboard/store/volunteers/availability'
import { nameOrder, printedName } from '../content/printed-names.ts'
import type { ReportCongregation, ReportVolunteer } from '../content/report-data.ts'
import { shortDay } from './availability-text.ts'

/**
 * Returns the names and telephone numbers of those who can serve, for each day and time slot with anybody, all
 * congregations in one order of names.
 */
export function servingTimesView(
  congregations: ReportCongregation[],
  isTrainingKnown: boolean,
  clean: (text: string) => string,
) {
  const only = congregations.length === 1 ? congregations[0] : undefined
  const names = new Map<ReportVolunteer, string>()
  for (const { language, volunteers } of congregations) {
    for (const volunteer of volunteers)
      names.set(volunteer, clean(printedName(volunteer, language)))
  }
  const inOrder = [...names.keys()].sort(nameOrder(only?.language ?? null))
  const { timeSlots, canServe } = whoCanServe(inOrder, isTrainingKnown)
  const times = days.flatMap((day, dayNumber) =>
    timeSlots.map((timeSlot, number) => ({
      day: shortDay(day),
      timeSlot: clean(timeSlot),
      volunteers: [...(canServe[dayNumber]?.[number] ?? [])],
    })),
  )
  return times
    .filter(({ volunteers }) => volunteers.length > 0)
    .map(({ volunteers, ...time }) => ({
      ...time,
      count: volunteers.length,
      people: volunteers.map((volunteer) => ({
        name: names.get(volunteer) ?? '',
        phone: clean(volunteer.mobilePhone ?? ''),
      })),
    }))
}
