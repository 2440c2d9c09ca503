import type { VolunteerRow } from './existing-data.ts'

export type Contact = Pick<VolunteerRow, 'mobilePhone' | 'emailAddress'>

/** Whether two people of one name share a phone number or e-mail address, have others, or nobody can say. */
export function compareContacts(
  row: Contact,
  known: Contact | undefined,
): 'same' | 'another' | 'unknown' {
  const pairs = [
    [phoneKey(row.mobilePhone), phoneKey(known?.mobilePhone)],
    [row.emailAddress?.toLowerCase(), known?.emailAddress?.toLowerCase()],
  ]
  const comparable = pairs.filter(([one, other]) => one && other)
  if (comparable.some(([one, other]) => one === other)) return 'same'
  return comparable.length > 0 ? 'another' : 'unknown'
}

/** Of a national number: with and without the country's code it is the same. */
const phoneDigits = 10

function phoneKey(phone: string | null | undefined): string | undefined {
  const digits = phone?.replace(/(?:x|ext).*$/i, '').replace(/\D/g, '')
  return digits?.slice(-phoneDigits)
}
