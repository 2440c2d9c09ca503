import { readPalette } from '@dashboard/contract/brand-palette'
import { contrastRatio } from '@dashboard/contract/colors'
import { describe, expect, it } from 'vitest'
import { contrastWarnings } from './brand-contrast.ts'

const warning = (stored: Record<string, string>, key: string) =>
  contrastWarnings(readPalette(stored)).find((found) => found.key === key)

describe('contrastWarnings', () => {
  it('names the backgrounds on which a color is unreadable', () => {
    const yellow = { primaryActions: '#ffff00', backgrounds: '#ffffff', cardBackgrounds: '#ffffff' }
    expect(warning(yellow, 'primaryActions')).toMatchObject({
      surfaces: ['Main Backgrounds (1:1)', 'Card Backgrounds (1:1)'],
      isSevere: true,
    })
    expect(warning({}, 'primaryText')).toBeUndefined()
    expect(warning({}, 'primaryActions')).toBeUndefined()
    expect(warning({ mutedElements: '#747474' }, 'mutedElements')).toMatchObject({
      surfaces: ['Card Backgrounds (3.9:1)'],
      isSevere: false,
    })
  })
  it('says nothing about an unchanged default', () => {
    expect(warning({}, 'mutedElements')).toBeUndefined()
    expect(warning({ cardBackgrounds: '#eaeced' }, 'mutedElements')).toBeUndefined()
  })
  it('suggests one color that is readable on both', () => {
    const black = {
      primaryText: '#000000',
      backgrounds: '#000000',
      cardBackgrounds: '#111111',
    }
    const suggestion = warning(black, 'primaryText')?.suggestion ?? ''
    for (const surface of [black.backgrounds, black.cardBackgrounds]) {
      expect(contrastRatio(suggestion, surface)).toBeGreaterThanOrEqual(4.5)
    }
    expect(warning({ ...black, primaryText: suggestion }, 'primaryText')).toBeUndefined()
  })
  it('suggests nothing where no color is readable on both', () => {
    const hopeless = warning({ backgrounds: '#777777', cardBackgrounds: '#2b2b2b' }, 'primaryText')
    expect(hopeless?.suggestion).toBeUndefined()
  })
  it('never rounds a failing ratio up to 4.5', () => {
    expect(warning({ mutedElements: '#777777' }, 'mutedElements')?.surfaces[0]).toBe(
      'Main Backgrounds (4.4:1)',
    )
  })
})
