import type { CallList, CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import { callOutcomeLabels } from '@dashboard/contract/call-reasons'
import { lazy } from '@dashboard/contract/lazy'
import { formatDate } from '../../format/time.ts'
import { placeText, volunteerName } from '../volunteers/volunteer-parts.tsx'

const dayFormat = lazy(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      weekday: 'long',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
    }),
)

/** Returns 'Saturday, Nov 28, 2026, Morning'. */
export function timeText({ day, timeSlot }: Pick<CallList, 'day' | 'timeSlot'>): string {
  return `${dayFormat().format(new Date(`${day}T00:00:00Z`))}, ${timeSlot}`
}

const shortDayFormat = lazy(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      weekday: 'short',
      month: 'short',
      day: 'numeric',
    }),
)

/** Returns 'Sat, Nov 28 · Morning', for the header of a phone. */
export function shortTimeText({ day, timeSlot }: Pick<CallList, 'day' | 'timeSlot'>): string {
  return `${shortDayFormat().format(new Date(`${day}T00:00:00Z`))} · ${timeSlot}`
}

/** Returns 'Circuit NY-1', or the name of the cart location. */
export function placeName({ kind, place }: Pick<CallList, 'kind' | 'place'>): string {
  return kind === 'circuit' ? `Circuit ${place}` : place
}

export function askedText({ lastAskedAt }: Pick<CallPerson, 'lastAskedAt'>): string {
  return lastAskedAt === null ? 'Never asked' : `Last asked ${formatDate(lastAskedAt)}`
}

/** Returns the people who can serve, one line each, to paste into a message. */
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

/** Returns the first Saturday from `today` on, since most carts are filled for Saturdays. */
export function nextSaturday(today: string): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + ((6 - date.getUTCDay() + 7) % 7))
  return date.toISOString().slice(0, 10)
}

const weekdayFormat = lazy(
  () => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }),
)

/** Returns 'Saturday' for `2026-11-28`; empty while a day is being typed. */
export function weekdayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? '' : weekdayFormat().format(date)
}
