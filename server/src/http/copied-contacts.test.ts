import { describe, expect, it } from 'vitest'
import { collectContacts } from './copied-contacts.ts'

const person = (
  emailAddress: string | null,
  mobilePhone: string | null,
  hasWrongNumber = false,
) => ({
  emailAddress,
  mobilePhone,
  hasWrongNumber,
})

describe('contacts to copy', () => {
  it('have each address once, whatever its case, in the order of the list', () => {
    const people = [
      person('Ann@example.org', null),
      person('bo@example.org', null),
      person('ann@EXAMPLE.org', null),
      person(null, '212 555 0100'),
    ]
    expect(collectContacts(people, 'addresses')).toEqual({
      contacts: ['Ann@example.org', 'bo@example.org'],
      without: 1,
      leftOut: 0,
    })
  })

  it('leave out and count what is not one address', () => {
    const people = [
      person('ann@example.org; bo@example.org', null),
      person('ask her brother', null),
      person('mailto:cy@example.org', null),
    ]
    expect(collectContacts(people, 'addresses')).toEqual({
      contacts: ['cy@example.org'],
      without: 0,
      leftOut: 2,
    })
  })

  it('have each number once, however it is written, and leave out and count wrong ones', () => {
    const people = [
      person(null, '212 555 0100'),
      person(null, '+1 (212) 555-0100'),
      person(null, '٢١٢٥٥٥٠١٠٣'),
      person(null, 'ask at the hall'),
      person(null, '212 555 0101', true),
      person('ann@example.org', null),
    ]
    expect(collectContacts(people, 'numbers')).toEqual({
      contacts: ['212 555 0100', '٢١٢٥٥٥٠١٠٣', 'ask at the hall'],
      without: 1,
      leftOut: 1,
    })
  })

  it('are refused where nobody has one', () => {
    const people = [person(null, '212 555 0100', true)]
    expect(() => collectContacts(people, 'addresses')).toThrow(
      'Nobody here has an e-mail address that can be copied.',
    )
    expect(() => collectContacts(people, 'numbers')).toThrow(
      'Nobody here has a phone number that can be copied.',
    )
  })

  it('are those of at most 3,000 people', () => {
    const people = Array.from({ length: 3_001 }, (_, index) =>
      person(`p${index}@example.org`, null),
    )
    expect(collectContacts(people.slice(1), 'addresses').contacts).toHaveLength(3_000)
    expect(() => collectContacts(people, 'addresses')).toThrow(
      'Contacts of at most 3,000 people are copied at once, and these are 3,001. Choose fewer.',
    )
  })
})
