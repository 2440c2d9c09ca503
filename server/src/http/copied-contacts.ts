import type { ContactKind, CopiedContacts } from '@dashboard/contract/copied-contacts'
import { formatCount } from '@dashboard/contract/counts'
import { onlyAddress } from '@dashboard/contract/email-address'
import { volunteerList } from '@dashboard/contract/limits'
import { phoneKey } from '@dashboard/store/volunteers/same-person'
import { conflict } from './app-error.ts'

interface Contactable {
  mobilePhone: string | null
  emailAddress: string | null
  hasWrongNumber: boolean
}

/**
 * Returns the addresses or numbers of these people, each once.
 * @throws 409 when nobody has one, and for too many people.
 */
export function collectContacts(people: readonly Contactable[], of: ContactKind): CopiedContacts {
  refuseTooMany(people.length)
  const written = people.map((person) =>
    of === 'addresses' ? person.emailAddress : person.mobilePhone,
  )
  const usable = people.flatMap((person, index) => {
    const text = written[index]
    if (!text) return []
    if (of === 'addresses') return onlyAddress(text) ?? []
    return person.hasWrongNumber ? [] : text
  })
  if (usable.length === 0) {
    throw conflict(
      of === 'addresses'
        ? 'Nobody here has an e-mail address that can be copied.'
        : 'Nobody here has a phone number that can be copied.',
    )
  }
  const without = written.filter((text) => !text).length
  const byKey = new Map<string, string>()
  for (const text of usable) byKey.getOrInsert(keyOf(text, of), text)
  return {
    contacts: [...byKey.values()],
    without,
    leftOut: people.length - without - usable.length,
  }
}

/** @throws 409 */
export function refuseTooMany(people: number): void {
  const most = volunteerList.maxVolunteers
  if (people <= most) return
  throw conflict(
    `Contacts of at most ${formatCount(most)} people are copied at once, and these are ${formatCount(people)}. Choose fewer.`,
  )
}

function keyOf(text: string, of: ContactKind): string {
  return of === 'addresses' ? text.toLowerCase() : phoneKey(text) || text
}
