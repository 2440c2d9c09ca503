import { expect, it } from 'vitest'
import { copiedText } from './copy-contacts.ts'

const contacts = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

it('says how many addresses were copied, and how many people have none', () => {
  const many = { contacts: contacts(43), without: 7, leftOut: 0 }
  expect(copiedText('addresses', many)).toBe('for Bcc: 43 addresses; 7 people have none')
  const one = { contacts: contacts(1), without: 1, leftOut: 2 }
  expect(copiedText('addresses', one)).toBe(
    'for Bcc: 1 address; 1 person has none; 2 left out, not written as one address',
  )
})

it('says how many wrong numbers are left out', () => {
  const some = { contacts: contacts(1_200), without: 0, leftOut: 1 }
  expect(copiedText('numbers', some)).toBe('1,200 numbers; 1 wrong number left out')
})
