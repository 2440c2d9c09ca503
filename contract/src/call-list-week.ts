import type { CallList } from './call-lists.ts'
import { compareNames, compareTexts } from './compare-names.ts'
import { formatCount } from './counts.ts'
import { weekdayOf } from './days.ts'
import { callListLimits } from './limits.ts'
import { dayAfter, dayInWords } from './local-time.ts'
import { compareTimeSlots } from './time-slots.ts'

/** What a call list is called, and how far it is, for its page, the week, the Dashboard and mails (docs/call-lists.md#the-week). */

export type CallListState = 'full' | 'short' | 'not-begun'

export const callListStateLabels: Readonly<Record<CallListState, string>> = {
  full: 'Full',
  short: 'Short',
  'not-begun': 'Not begun',
}

/** Returns 'Circuit NY-1', or the name of the cart location. */
export function placeName({ kind, place }: Pick<CallList, 'kind' | 'place'>): string {
  return kind === 'circuit' ? `Circuit ${place}` : place
}

/** Returns 'Saturday, Nov 28, 2026, Morning'. */
export function timeText({ day, timeSlot }: Pick<CallList, 'day' | 'timeSlot'>): string {
  return `${weekdayOf(day)}, ${dayInWords(day)}, ${timeSlot}`
}

/** Returns how many people a list wants, also where nobody has set it. */
export function wantedOf({ wanted }: Pick<CallList, 'wanted'>): number {
  return wanted ?? callListLimits.wanted.default
}

/** Returns whether enough people have said yes; a list that was only looked at has not begun. */
export function callListState(list: Pick<CallList, 'wanted' | 'called' | 'yes'>): CallListState {
  if (list.yes >= wantedOf(list)) return 'full'
  return list.called > 0 || list.wanted !== null ? 'short' : 'not-begun'
}

/**
 * Returns '1 of 2 yes, 2 later, 3 not called'; for a day that is past '1 of 2 yes, 2 later'. A limited
 * user reads '1 of 2 yes from your circuits' where others may have said yes, too.
 */
export function callCountsText(
  list: Pick<CallList, 'wanted' | 'yes' | 'later' | 'notCalled' | 'isPartial'>,
): string {
  const { yes, later, notCalled, isPartial } = list
  const said = `${formatCount(yes)} of ${wantedOf(list)} yes${isPartial ? ' from your circuits' : ''}`
  const counts = `${said}, ${formatCount(later)} later`
  return notCalled === null ? counts : `${counts}, ${formatCount(notCalled)} not called`
}

/**
 * Returns the lists of the seven days from `today` (YYYY-MM-DD) on and those after them, soonest first, and the past
 * ones, latest day first.
 */
export function callListsByWeek(lists: readonly CallList[], today: string) {
  const inOrder = lists.toSorted(
    (one, other) =>
      compareTexts(one.day, other.day) ||
      compareTimeSlots(one.timeSlot, other.timeSlot) ||
      compareNames(one.place, other.place),
  )
  const end = dayAfter(today, 7)
  return {
    week: inOrder.filter(({ day }) => today <= day && day < end),
    later: inOrder.filter(({ day }) => day >= end),
    past: inOrder.filter(({ day }) => day < today).reverse(),
  }
}

/** Returns the lists of the week that want more people than have said yes, the soonest first. */
export function shortOfWeek(lists: readonly CallList[], today: string): CallList[] {
  return callListsByWeek(lists, today).week.filter((list) => callListState(list) === 'short')
}
