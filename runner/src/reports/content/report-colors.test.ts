import { defaultColors } from '@dashboard/contract/brand-palette'
import { contrastRatio } from '@dashboard/contract/colors'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { heatColors, paperColors } from './report-colors.ts'

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

it('does not change the default colors', () => {
  const { title, card, text, muted } = paperColors({ ...defaultColors })
  expect([title, card, text, muted]).toEqual(['#1d489a', '#eaeced', '#000000', '#757575'])
})

it('is readable on white paper for every brand', () => {
  fc.assert(
    fc.property(anyBrand, (brand) => {
      const colors = paperColors(brand)
      expect(contrastRatio(colors.text, '#ffffff')).toBeGreaterThanOrEqual(7)
      expect(contrastRatio(colors.title, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(colors.muted, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(colors.onCard, colors.card)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('darkens heat map cells with the count, with readable numbers', () => {
  fc.assert(
    fc.property(anyBrand, (brand) => {
      const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => heatColors(brand, share))
      const onWhite = steps.map(({ fill }) => contrastRatio(fill, '#ffffff'))
      expect(onWhite).toEqual([...onWhite].sort((a, b) => a - b))
      for (const { fill, ink } of steps)
        expect(contrastRatio(fill, ink)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
