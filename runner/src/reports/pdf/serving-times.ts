import { days } from '@dashboard/contract/days'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import { nameOrder, printedName } from '../content/printed-names.ts'
import type { ReportCongregation, ReportVolunteer } from '../content/report-data.ts'
import { shortDay } from './availability-text.ts'

/** Returns the names for each day and time slot, those of all congregations in one order. */
export function servingTimesView(
  congregations: ReportCongregation[],
  clean: (text: string) => string,
) {
  const only = congregations.length === 1 ? congregations[0] : undefined
  const names = new Map<ReportVolunteer, string>()
  for (const { language, volunteers } of congregations) {
    for (const volunteer of volunteers)
      names.set(volunteer, clean(printedName(volunteer, language)))
  }
  const inOrder = [...names.keys()].sort(nameOrder(only?.language ?? null))
  return whoCanServe(inOrder).map(({ day, timeSlot, volunteers }) => ({
    day: shortDay(day),
    timeSlot: clean(timeSlot),
    count: volunteers.length,
    names: namesInLine(
      volunteers.map((volunteer) => ({ name: names.get(volunteer) ?? '', ...volunteer })),
    ),
  }))
}

interface ServingTime {
  day: string
  timeSlot: string
  volunteers: ReportVolunteer[]
}

/** Returns every day and time slot in which an available volunteer can serve, in order; volunteers keep their order. */
export function whoCanServe(volunteers: ReportVolunteer[]): ServingTime[] {
  const slotsOfDay = new Map<string, Map<string, Set<ReportVolunteer>>>()
  for (const volunteer of volunteers.filter(({ available }) => available)) {
    for (const { day, timeSlot } of volunteer.availability) {
      const slots = slotsOfDay.get(day) ?? new Map<string, Set<ReportVolunteer>>()
      slotsOfDay.set(day, slots)
      slots.set(timeSlot, (slots.get(timeSlot) ?? new Set()).add(volunteer))
    }
  }
  return days.flatMap((day) =>
    [...(slotsOfDay.get(day) ?? [])]
      .sort(([a], [b]) => compareTimeSlots(a, b))
      .map(([timeSlot, names]) => ({ day, timeSlot, volunteers: [...names] })),
  )
}

/** Scripts that break lines anywhere or run from right to left: among others, such a name needs its own box. */
const needsBox =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Returns names one after another, with `°` after those who are not trained. Names that need no box are joined into a
 * few texts, which are drawn faster.
 */
export function namesInLine(
  volunteers: { name: string; trained: boolean }[],
): { text: string; own: boolean }[] {
  const parts: { text: string; own: boolean }[] = []
  for (const [index, { name, trained }] of volunteers.entries()) {
    const isLast = index === volunteers.length - 1
    const marked = trained ? name : `${name}°`
    const after = isLast ? '' : '\u00a0· '
    const own = needsBox.test(name)
    if (own) parts.push({ text: marked, own })
    const text = own ? after : keptOnLine(marked) + after
    const last = parts.at(-1)
    if (last && !last.own) last.text += text
    else if (text !== '') parts.push({ text, own: false })
  }
  return parts
}

/** Keeps a name on one line among others, unless it is very long. */
function keptOnLine(name: string): string {
  return name.length > 40 ? name : name.replaceAll(' ', '\u00a0')
}
