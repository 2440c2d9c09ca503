import { expect, it } from 'vitest'
import { countOf, formatCount } from './counts.ts'

it('formatCount groups thousands', () => {
  expect(formatCount(0)).toBe('0')
  expect(formatCount(1_234_567)).toBe('1,234,567')
})

it('countOf has a singular', () => {
  expect(countOf(0, 'report')).toBe('0 reports')
  expect(countOf(1, 'report')).toBe('1 report')
  expect(countOf(1200, 'report')).toBe('1,200 reports')
})
