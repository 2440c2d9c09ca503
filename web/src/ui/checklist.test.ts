import { describe, expect, it } from 'vitest'
import { filterItems, withTicked } from './checklist.tsx'

const items = ['NY-2', 'NY-10', 'nj 07, north'].map((label) => ({ id: label, label }))

describe('filterItems', () => {
  it('finds without regard to case and outer blanks', () => {
    expect(filterItems(items, ' NJ ').map((item) => item.id)).toEqual(['nj 07, north'])
    expect(filterItems(items, 'ny').map((item) => item.id)).toEqual(['NY-2', 'NY-10'])
  })
  it('returns the same array when nothing is searched', () => {
    expect(filterItems(items, '  ')).toBe(items)
  })
  it('can leave nothing', () => {
    expect(filterItems(items, 'zz')).toEqual([])
  })
})

it('withTicked adds and removes names, and leaves the set before untouched', () => {
  const before = new Set(['NY-1', 'NY-2'])
  expect([...withTicked(before, ['NY-2', 'NY-3'], true)]).toEqual(['NY-1', 'NY-2', 'NY-3'])
  expect([...withTicked(before, ['NY-1', 'NY-9'], false)]).toEqual(['NY-2'])
  expect(before.size).toBe(2)
})
