import { expect, it } from 'vitest'
import { formatKilobytes, formatMegabytes } from './size.ts'

it('formatMegabytes has one decimal', () => {
  expect(formatMegabytes(0)).toBe('0.0 MB')
  expect(formatMegabytes(1_048_576)).toBe('1.0 MB')
  expect(formatMegabytes(1_630_000)).toBe('1.6 MB')
})

it('formatKilobytes has one decimal', () => {
  expect(formatKilobytes(1536)).toBe('1.5 KB')
})
