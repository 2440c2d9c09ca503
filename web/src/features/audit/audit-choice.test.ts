import { expect, it } from 'vitest'
import { describePage, everything, isEverything, toFilter } from './audit-choice.ts'

it('sends only the filters that are set', () => {
  expect(toFilter(everything)).toEqual({})
  expect(isEverything({ ...everything, search: '  ' })).toBe(true)
  const choice = { ...everything, search: ' ann ', action: 'job.start' as const, to: '2026-11-20' }
  expect(toFilter(choice)).toEqual({ q: 'ann', action: 'job.start', to: '2026-11-20' })
  expect(isEverything(choice)).toBe(false)
})

it.each([
  [0, 0, 0, '0 entries'],
  [0, 1, 1, '1 entry'],
  [0, 50, 1_234, '1–50 of 1,234 entries'],
  [1_200, 34, 1_234, '1,201–1,234 of 1,234 entries'],
])('says which of the entries are shown', (before, shown, total, text) => {
  expect(describePage(before, shown, total)).toBe(text)
})
