import { defaultColors } from '@dashboard/contract/limits'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, heatColors, inkOn, paperColors } from './report-colors.ts'

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`)
const anyBrand = fc.record({
  primaryActions: anyColor,
  secondaryActions: anyColor,
  accentElements: anyColor,
  backgrounds: anyColor,
  cardBackgrounds: anyColor,
  mutedElements: anyColor,
  primaryText: anyColor,
})

it('knows contrast as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#757575', '#ffffff')).toBeCloseTo(4.61, 2)
})

it('picks black or white, whichever reads better', () => {
  expect([inkOn('#1d489a'), inkOn('#67a0d2'), inkOn('#ffffff')]).toEqual([
    '#ffffff',
    '#000000',
    '#000000',
  ])
})

it('leaves the default colours as they are', () => {
  const { title, card, text, muted } = paperColors({ ...defaultColors })
  expect([title, card, text, muted]).toEqual(['#1d489a', '#eaeced', '#000000', '#757575'])
})

it('reads on white paper whatever the brand', () => {
  fc.assert(
    fc.property(anyBrand, (brand) => {
      const colors = paperColors(brand)
      expect(contrast(colors.text, '#ffffff')).toBeGreaterThanOrEqual(7)
      expect(contrast(colors.title, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.muted, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.onCard, colors.card)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('darkens heat map cells with the count and keeps their numbers readable', () => {
  fc.assert(
    fc.property(anyBrand, (brand) => {
      const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => heatColors(brand, share))
      const onWhite = steps.map(({ fill }) => contrast(fill, '#ffffff'))
      expect(onWhite).toEqual([...onWhite].sort((a, b) => a - b))
      for (const { fill, ink } of steps) expect(contrast(fill, ink)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
