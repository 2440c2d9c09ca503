import { expect, it } from 'vitest'
import { contactLinks } from './contact-links.ts'

it.each([
  ['+1 (212) 555-0100', 'tel:+12125550100'],
  [' +44 20 7946 0958', 'tel:+442079460958'],
  ['212.555.0100 ext. 12', 'tel:2125550100'],
  ['none', undefined],
  ['212-555-0101 / 212-555-0102', undefined],
  ['212-555-0101, 212-555-0102', undefined],
  ['212-555-0101 or 555-0102', undefined],
  ['212-555-0101 212-555-0102', undefined],
  ['030/1234567', 'tel:0301234567'],
  ['212-555-0101 (wife)', 'tel:2125550101'],
  ['12', undefined],
  [null, undefined],
])('dials %j by %s', (phone, address) => {
  expect(contactLinks(phone, null).call).toBe(address)
})

it('links to what looks like an address', () => {
  expect(contactLinks(null, 'ann+x@example.org').email).toBe('mailto:ann%2Bx@example.org')
  expect(contactLinks(null, 'unknown').email).toBeUndefined()
  expect(contactLinks(null, 'mailto:ann@example.org').email).toBe('mailto:ann@example.org')
  expect(contactLinks(null, 'Ann Lee <ann@example.org>').email).toBe('mailto:ann@example.org')
  expect(contactLinks(null, 'ann@example.org; bo@example.org').email).toBeUndefined()
  expect(contactLinks(null, 'ann@example.org ::: bo@example').email).toBeUndefined()
})
