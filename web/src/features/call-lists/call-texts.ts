import { placeName, timeText } from '@dashboard/contract/call-list-week'
import type { CallList, CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import { callOutcomeLabels } from '@dashboard/contract/call-reasons'
import { days, weekdayOf } from '@dashboard/contract/days'
import { dayAfter } from '@dashboard/contract/local-time'
import { placeText } from '../../format/place-text.ts'
import { dayFormatter, formatDate } from '../../format/time.ts'
import { volunteerName } from '../volunteers/volunteer-parts.tsx'

const shortDay = dayFormatter({ weekday: 'short', month: 'short', day: 'numeric' })

/** Returns 'Sat, Nov 28 · Morning', for the header of a phone. */
export function shortTimeText({ day, timeSlot }: Pick<CallList, 'day' | 'timeSlot'>): string {
  return `${shortDay(day)} · ${timeSlot}`
}

export function askedText({ lastAskedAt }: Pick<CallPerson, 'lastAskedAt'>): string {
  return lastAskedAt === null ? 'Never asked' : `Last asked ${formatDate(lastAskedAt)}`
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Returns a person's line; in one with Arabic or Hebrew, the number is marked to be read from left to right. */
function personLine(person: CallPerson): string {
  const { outcome, mobilePhone } = person
  const noted = outcome && (callOutcomeLabels[outcome.outcome] ?? outcome.outcome)
  const lineWith = (phone: string) =>
    [volunteerName(person), phone, placeText(person), noted].filter(Boolean).join(' · ')
  if (mobilePhone === null) return lineWith('no phone number')
  const line = lineWith(mobilePhone)
  return rightToLeft.test(line) ? lineWith(`\u2066${mobilePhone}\u2069`) : line
}

/** Returns the people who can serve, one line each, to paste into a message. */
export function listText({ list, fitting }: CallListDetails): string {
  const lines = fitting.people.map(personLine)
  return [`${placeName(list)}, ${timeText(list)}`, ...lines].join('\n')
}

/** Returns the first such day of the week from `today` on; Saturday, for which most carts are filled, unless it is one. */
export function nextDay(day: string, today: string): string {
  const isDay = days.some((each) => each === day)
  const until = days.map((_, number) => dayAfter(today, number))
  return until.find((each) => weekdayOf(each) === (isDay ? day : 'Saturday')) ?? today
}
