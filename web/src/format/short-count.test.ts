import { expect, it } from 'vitest'
import { shortCount } from './short-count.ts'

it('a short count fits a narrow cell', () => {
  expect(shortCount(1204)).toBe('1204')
  expect(shortCount(12_345)).toBe('12K')
})
