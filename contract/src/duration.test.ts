import { expect, it } from 'vitest'
import { formatDuration } from './duration.ts'

it.each([
  [0, '< 1s'],
  [-5, '< 1s'],
  [Number.NaN, '< 1s'],
  [999, '< 1s'],
  [1_000, '1s'],
  [59_999, '59s'],
  [60_000, '1m 0s'],
  [125_000, '2m 5s'],
  [3_600_000, '1h 0m'],
  [192_000, '3m 12s'],
  [3_780_000, '1h 3m'],
  [7_500_000, '2h 5m'],
])('says %d ms as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words)
})
