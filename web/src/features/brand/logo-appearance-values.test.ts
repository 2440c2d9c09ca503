import { describe, expect, it } from 'vitest'
import { readLogoAppearance, readLogoZoom } from './logo-appearance-values.ts'

it('readLogoZoom respects the bounds and accepts no invalid values', () => {
  expect([1.25, 0.1, 9, 'big', null, Number.NaN].map(readLogoZoom)).toEqual([
    1.25, 0.5, 1.5, 1, 1, 1,
  ])
})

describe('readLogoAppearance', () => {
  const stored = { logoZoom: 1, logoBackgroundColor: null, logoBackgroundTransparent: false }
  it('has the primary color as background by default, and when the stored color is invalid', () => {
    expect(readLogoAppearance(stored).background).toBe('var(--color-primary)')
    expect(readLogoAppearance({ ...stored, logoBackgroundColor: 'url(x)' }).background).toBe(
      'var(--color-primary)',
    )
  })
  it('has its own background color, or none', () => {
    const own = { ...stored, logoBackgroundColor: 'FFEE00' }
    expect(readLogoAppearance(own).background).toBe('#ffee00')
    expect(readLogoAppearance({ ...own, logoBackgroundTransparent: true }).background).toBe(
      'var(--logo-ground)',
    )
  })
})
