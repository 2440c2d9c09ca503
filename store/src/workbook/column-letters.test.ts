import { expect, test } from 'vitest'
import { columnLetters, columnNumber } from './column-letters.ts'

test.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [53, 'BA'],
  [702, 'ZZ'],
  [703, 'AAA'],
  [16_384, 'XFD'],
])('column %i is %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters)
  expect(columnNumber(`${letters}12`)).toBe(column)
})

test.each(['', '12', 'a1'])('the address %j has no column', (address) => {
  expect(columnNumber(address)).toBeUndefined()
})
