import { expect, it } from 'vitest'
import { formatDuration } from './duration.ts'

it.each([
  [0, '< 1s'],
  [999, '< 1s'],
  [1_000, '1s'],
  [59_999, '59s'],
  [60_000, '1m 0s'],
  [125_000, '2m 5s'],
  [3_600_000, '1h 0m'],
  [3_780_000, '1h 3m'],
])('says %d ms as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words)
})
