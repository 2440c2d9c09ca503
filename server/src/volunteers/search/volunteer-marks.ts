import { isDoubtfulPhone } from '@dashboard/contract/phone-number'
import type { VolunteerMark } from '@dashboard/contract/volunteers'

/** What should be corrected in Locust (docs/volunteers.md#to-correct). */

/** The marks that follow from the volunteer alone, each a bit; wrong numbers come from the call lists. */
const markBits = { 'no-phone': 1, 'doubtful-phone': 2, 'no-email': 4 } as const

export function marksOf(row: { mobilePhone: string | null; emailAddress: string | null }): number {
  const { mobilePhone, emailAddress } = row
  const ofPhone =
    mobilePhone === null
      ? markBits['no-phone']
      : isDoubtfulPhone(mobilePhone)
        ? markBits['doubtful-phone']
        : 0
  return ofPhone + (emailAddress === null ? markBits['no-email'] : 0)
}

/** Both lists are indexed by the volunteer's number. */
interface Marked {
  marks: Uint8Array
  ids: readonly string[]
}

export function hasMark(
  { marks, ids }: Marked,
  volunteer: number,
  { mark, wrongNumbers }: { mark: VolunteerMark; wrongNumbers: ReadonlySet<string> },
): boolean {
  if (mark === 'wrong-number') {
    return wrongNumbers.size > 0 && wrongNumbers.has(ids[volunteer] ?? '')
  }
  return ((marks[volunteer] ?? 0) & markBits[mark]) !== 0
}
