import { describe, expect, it } from 'vitest'
import { rowAfterKey, rowsWith } from './list-rows.ts'

describe('rowAfterKey', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 0, 0],
    ['PageDown', 3, 9],
    ['PageUp', 9, 1],
    ['Home', 5, 0],
    ['End', 5, 9],
  ])('%s from row %i of 10 leads to %i', (key, from, to) => {
    expect(rowAfterKey(key, from, 10)).toBe(to)
  })
  it('leaves other keys alone', () => {
    expect(rowAfterKey(' ', 0, 10)).toBeUndefined()
    expect(rowAfterKey('a', 0, 10)).toBeUndefined()
  })
})

it('rowsWith adds the row that always exists to those in view, in order', () => {
  const view = { startIndex: 5, endIndex: 7, overscan: 1, count: 10 }
  expect(rowsWith(0)(view)).toEqual([0, 4, 5, 6, 7, 8])
  expect(rowsWith(6)(view)).toEqual([4, 5, 6, 7, 8])
})
