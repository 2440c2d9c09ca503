import type { CallPerson, CallReason } from '@dashboard/contract/call-lists'
import { compareTexts } from '@dashboard/contract/compare-names'
import { dayMs } from '@dashboard/contract/duration'
import { overlapInTime } from '@dashboard/contract/time-slots'

/** The facts that decide whether a person can serve at the time of a list. */
export interface Candidate {
  needsTraining: boolean
  isAvailable: boolean
  /** Whether the person's week in the sheet contains this time. */
  isFree: boolean
  maxPerWeek: number | null
  maxPerMonth: number | null
  /** Shifts of other lists that the person has agreed to. */
  agreed: readonly Shift[]
}

export interface Shift {
  /** The day as YYYY-MM-DD. */
  day: string
  timeSlot: string
}

/**
 * Returns why a person does not fit, the lasting reasons first; empty for a person who can serve
 * (docs/call-lists.md#who-can-serve).
 */
export function reasonsOf(person: Candidate, { day, timeSlot }: Shift): CallReason[] {
  const { needsTraining, isAvailable, isFree, maxPerWeek, maxPerMonth, agreed } = person
  const reasons: CallReason[] = []
  if (needsTraining) reasons.push({ kind: 'not-trained' })
  if (!isAvailable) reasons.push({ kind: 'not-available' })
  if (!isFree) reasons.push({ kind: 'other-times' })
  if (agreed.some((shift) => shift.day === day && overlapInTime(shift.timeSlot, timeSlot))) {
    reasons.push({ kind: 'serves-then' })
  }
  const inWeek = agreed.filter((shift) => weekOf(shift.day) === weekOf(day)).length
  const inMonth = agreed.filter((shift) => shift.day.slice(0, 7) === day.slice(0, 7)).length
  if (maxPerWeek !== null && inWeek >= maxPerWeek) {
    reasons.push({ kind: 'week-limit', limit: maxPerWeek, agreed: inWeek })
  }
  if (maxPerMonth !== null && inMonth >= maxPerMonth) {
    reasons.push({ kind: 'month-limit', limit: maxPerMonth, agreed: inMonth })
  }
  return reasons
}

/** Returns the Monday of a day's week, in days since 1970. */
function weekOf(day: string): number {
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)
  // 1970 began on a Thursday.
  return number - ((number + 3) % 7)
}

type Ordered = Pick<CallPerson, 'trained' | 'reasons' | 'lastAskedAt' | 'lastName' | 'firstName'>

/**
 * Orders people for calling: trained ones first, then those with the fewest reasons against, then those not asked for
 * longest, then by name.
 */
export function compareForCalling(one: Ordered, other: Ordered): number {
  return (
    Number(other.trained) - Number(one.trained) ||
    one.reasons.length - other.reasons.length ||
    compareTexts(one.lastAskedAt ?? '', other.lastAskedAt ?? '') ||
    compareTexts(one.lastName, other.lastName) ||
    compareTexts(one.firstName, other.firstName)
  )
}
