import { readPalette } from '@dashboard/contract/brand-palette'
import { contrastRatio } from '@dashboard/contract/colors'
import { expect, it } from 'vitest'
import { darkPalette, raisedBackground } from './dark-palette.ts'

const dark = darkPalette(readPalette())
const againstBlack = (color: string) => contrastRatio(color, '#000000')

it('makes cards lighter than the page, and floating parts lighter than cards', () => {
  const steps = [dark.backgrounds, dark.cardBackgrounds, raisedBackground(dark)].map(againstBlack)
  expect(steps).toEqual(steps.toSorted((first, second) => first - second))
  expect(steps.at(-1)).toBeLessThan(2)
})

it('gives cards the color of the page where the brand has them alike', () => {
  const { backgrounds, cardBackgrounds } = darkPalette(readPalette({ cardBackgrounds: '#ffffff' }))
  expect(cardBackgrounds).toBe(backgrounds)
})

it('leaves bright colors unchanged', () => {
  expect(dark.accentElements).toBe('#67a0d2')
  expect(darkPalette(readPalette({ primaryActions: '#ffd400' })).primaryActions).toBe('#ffd400')
})

it('lightens a dark button until it stands out from the page, with readable white text', () => {
  expect(contrastRatio(dark.primaryActions, dark.backgrounds)).toBeGreaterThan(3)
  expect(contrastRatio(dark.primaryActions, '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

it('leaves a brand unchanged whose pages are dark already', () => {
  const night = { backgrounds: '#0a0d18', primaryText: '#f5f1e8' }
  const { backgrounds, primaryText } = darkPalette(readPalette(night))
  expect(primaryText).toBe('#f5f1e8')
  expect(backgrounds).toBe('#0a0d18')
})
