import { expect, it } from 'vitest'
import { withTicked } from './checklist.tsx'

it('withTicked adds and removes names, and leaves the earlier set untouched', () => {
  const before = new Set(['NY-1', 'NY-2'])
  expect([...withTicked(before, ['NY-2', 'NY-3'], true)]).toEqual(['NY-1', 'NY-2', 'NY-3'])
  expect([...withTicked(before, ['NY-1', 'NY-9'], false)]).toEqual(['NY-2'])
  expect(before.size).toBe(2)
})
