import type { CallList, CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import { callOutcomeLabels } from '@dashboard/contract/call-reasons'
import { whenUsed } from '@dashboard/contract/when-used'
import { formatDate } from '../../format/time.ts'
import { placeText, volunteerName } from '../volunteers/volunteer-parts.tsx'

const dayFormat = whenUsed(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      weekday: 'long',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
    }),
)

/** 'Saturday, Nov 28, 2026, Morning' */
export function timeText({ day, timeSlot }: Pick<CallList, 'day' | 'timeSlot'>): string {
  return `${dayFormat().format(new Date(`${day}T00:00:00Z`))}, ${timeSlot}`
}

/** 'Circuit NY-1', or the name of the cart location. */
export function placeName({ kind, place }: Pick<CallList, 'kind' | 'place'>): string {
  return kind === 'circuit' ? `Circuit ${place}` : place
}

export function askedText({ lastAskedAt }: Pick<CallPerson, 'lastAskedAt'>): string {
  return lastAskedAt === null ? 'Never asked' : `Last asked ${formatDate(lastAskedAt)}`
}

/** Who can serve, a line each, to be pasted into a message. */
export function listText({ list, fitting }: CallListDetails): string {
  const lines = fitting.people.map((person) => {
    const { mobilePhone, outcome } = person
    const noted = outcome && callOutcomeLabels[outcome.outcome]
    return [volunteerName(person), mobilePhone ?? 'no phone number', placeText(person), noted]
      .filter(Boolean)
      .join(' · ')
  })
  return [`${placeName(list)}, ${timeText(list)}`, ...lines].join('\n')
}

/** The first day from `today` on that is a Saturday, for which most carts are filled. */
export function nextSaturday(today: string): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + ((6 - date.getUTCDay() + 7) % 7))
  return date.toISOString().slice(0, 10)
}

const weekdayFormat = whenUsed(
  () => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }),
)

/** 'Saturday' of `2026-11-28`; empty while a day is being typed. */
export function weekdayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? '' : weekdayFormat().format(date)
}
