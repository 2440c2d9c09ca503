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
      names: namesInLine(
        volunteers.map((volunteer) => ({
          name: names.get(volunteer) ?? '',
          phone: clean(volunteer.phone ?? ''),
        })),
      ),
    }))
}

/** Scripts that break lines anywhere or run from right to left: among others, such a name needs its own box. */
const needsBox =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Returns names one after another with telephone numbers. Names that need no box are joined into a few texts, which are
 * drawn faster.
 */
export function namesInLine(
  volunteers: { name: string; phone: string }[],
): { text: string; own: boolean }[] {
  const parts: { text: string; own: boolean }[] = []
  const add = (text: string, own: boolean) => {
    const last = parts.at(-1)
    if (!own && last && !last.own) last.text += text
    else if (text !== '') parts.push({ text, own })
  }
  for (const [index, { name, phone }] of volunteers.entries()) {
    const own = needsBox.test(name)
    add(own ? name : withoutBreaks(name), own)
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
