import { describe, expect, it } from 'vitest'
import { filterItems, rowAfterKey } from './checklist-filter.ts'

const items = ['NY-2', 'NY-10', 'nj 07, north'].map((label) => ({ id: label, label }))

describe('filterItems', () => {
  it('finds without regard to case and outer blanks', () => {
    expect(filterItems(items, ' NJ ').map((item) => item.id)).toEqual(['nj 07, north'])
    expect(filterItems(items, 'ny').map((item) => item.id)).toEqual(['NY-2', 'NY-10'])
  })
  it('keeps the very list when nothing is searched', () => {
    expect(filterItems(items, '  ')).toBe(items)
  })
  it('can leave nothing', () => {
    expect(filterItems(items, 'zz')).toEqual([])
  })
})

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
