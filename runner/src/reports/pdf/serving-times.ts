import { days } from '@dashboard/contract/days'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import { nameOrder, printedName } from '../content/printed-names.ts'
import type { ReportCongregation, ReportVolunteer } from '../content/report-data.ts'
import { shortDay } from './availability-text.ts'

/** Returns names and telephone numbers for each day and time slot, all congregations in one order of names. */
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
      volunteers.map((volunteer) => ({
        name: names.get(volunteer) ?? '',
        trained: volunteer.trained,
        phone: clean(volunteer.phone ?? ''),
      })),
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
      const slots = slotsOfDay.getOrInsertComputed(day, () => new Map())
      slots.getOrInsertComputed(timeSlot, () => new Set()).add(volunteer)
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
 * Returns names one after another with telephone numbers, and with `°` after those who are not trained. Names that need
 * no box are joined into a few texts, which are drawn faster.
 */
export function namesInLine(
  volunteers: { name: string; trained: boolean; phone: string }[],
): { text: string; own: boolean }[] {
  const parts: { text: string; own: boolean }[] = []
  const add = (text: string, own: boolean) => {
    const last = parts.at(-1)
    if (!own && last && !last.own) last.text += text
    else if (text !== '') parts.push({ text, own })
  }
  for (const [index, { name, trained, phone }] of volunteers.entries()) {
    const marked = trained ? name : `${name}°`
    const own = needsBox.test(name)
    add(own ? marked : withoutBreaks(marked), own)
    if (phone !== '') {
      add('\u00a0', false)
      // Numbers break at their hyphens.
      add(phone, true)
    }
    if (index < volunteers.length - 1) add('\u00a0· ', false)
  }
  return parts
}

/** Allows no line break within a name, unless it is very long. */
function withoutBreaks(name: string): string {
  return name.length > 40 ? name : name.replaceAll(' ', '\u00a0')
}
