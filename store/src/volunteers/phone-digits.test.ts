import { expect, it } from 'vitest'
import { digitsOf, phoneVariants } from './phone-digits.ts'

function isFound(stored: string, pasted: string): boolean {
  return phoneVariants(pasted).some((variant) => digitsOf(stored).includes(variant))
}

it.each([
  ['+1 (212) 555-0100', '(212) 555-0100'],
  ['2125550100', '+1 212 555 0100'],
  ['212.555.0100', '1-212-555-0100'],
  ['+1 212 555 0100', '011 1 212 555 0100'],
  ['+1 212 555 0100', '0100'],
  ['+1 212 555 0100', '555-01'],
  ['+44 20 7946 0958', '020 7946 0958'],
  ['020 7946 0958', '+44 20 7946 0958'],
  ['+1 212 555 0100', '٢١٢٥٥٥'],
])('finds %s by %s', (stored, pasted) => {
  expect(isFound(stored, pasted)).toBe(true)
})

it.each([
  ['+1 212 555 0100', '010'],
  ['+1 212 555 0100', '212 555 0101'],
  ['+1 212 555 0100', '+1 646 555 0100'],
])('does not find %s by %s', (stored, pasted) => {
  expect(isFound(stored, pasted)).toBe(false)
})
