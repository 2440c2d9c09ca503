import { digitsOf } from './phone-digits.ts'

/** How people of one name are distinguished (docs/sheet-format.md#matching). */
export interface Contact {
  mobilePhone: string | null
  emailAddress: string | null
}

/** How alike two people of one name are, from most to least. */
export const similarities = ['same', 'unknown', 'another'] as const
export type Similarity = (typeof similarities)[number]

/**
 * Returns whether two people of one name share a phone number or e-mail address (`same`), have different ones
 * (`another`), or have none to compare (`unknown`).
 */
export function compareContacts(one: Contact, other: Contact | undefined): Similarity {
  const pairs = [
    [phoneKey(one.mobilePhone), phoneKey(other?.mobilePhone)],
    [one.emailAddress?.toLowerCase(), other?.emailAddress?.toLowerCase()],
  ]
  const comparable = pairs.filter(([mine, theirs]) => mine && theirs)
  if (comparable.some(([mine, theirs]) => mine === theirs)) return 'same'
  return comparable.length > 0 ? 'another' : 'unknown'
}

/** The last digits that are compared, so that a national number is equal with and without its country code. */
const phoneDigits = 10

/** Returns a phone number in the form in which two are compared: without extension; blank if it has no digits. */
export function phoneKey(phone: string | null | undefined): string {
  return digitsOf(phone?.replace(/(?:x|ext).*$/is, '') ?? '').slice(-phoneDigits)
}
