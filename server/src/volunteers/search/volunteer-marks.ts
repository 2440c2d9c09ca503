import { isDoubtfulPhone } from '@dashboard/contract/phone-number'
import type { VolunteerMark } from '@dashboard/contract/volunteers'

/**
 * Returns what should be corrected in Locust (docs/volunteers.md#to-correct), as far as that follows from the volunteer
 * alone.
 */
export function marksOf(row: {
  mobilePhone: string | null
  emailAddress: string | null
}): VolunteerMark[] {
  const { mobilePhone, emailAddress } = row
  const marks: VolunteerMark[] = []
  if (mobilePhone === null) marks.push('no-phone')
  else if (isDoubtfulPhone(mobilePhone)) marks.push('doubtful-phone')
  if (emailAddress === null) marks.push('no-email')
  return marks
}
