import { expect, it } from 'vitest'
import { formatBytes, formatKilobytes, formatMegabytes } from './size.ts'

it('formatMegabytes has one decimal', () => {
  expect(formatMegabytes(0)).toBe('0.0 MB')
  expect(formatMegabytes(1_048_576)).toBe('1.0 MB')
  expect(formatMegabytes(1_630_000)).toBe('1.6 MB')
})

it('formatKilobytes has one decimal', () => {
  expect(formatKilobytes(1536)).toBe('1.5 KB')
})

it('formatBytes has the unit that fits', () => {
  const sizes = [0, 1536, 12_288, 3_565_158, 1_073_741_824, 2e11, 2e15]
  expect(sizes.map(formatBytes)).toEqual([
    ...['0 KB', '1.5 KB', '12 KB', '3.4 MB', '1 GB', '186 GB', '1819 TB'],
  ])
})
