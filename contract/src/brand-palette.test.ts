import { describe, expect, it } from 'vitest'
import { defaultColors, readBrandColor, readPalette } from './brand-palette.ts'

describe('readPalette', () => {
  it('gives the defaults when nothing is stored', () => {
    expect(readPalette()).toEqual(defaultColors)
    expect(readPalette(null)).toEqual(defaultColors)
  })
  it('replaces only the invalid values', () => {
    const stored = {
      primaryActions: 'rubbish',
      backgrounds: 'FAFAFA',
      primaryText: 12,
      extra: '#1',
    }
    expect(readPalette(stored)).toEqual({ ...defaultColors, backgrounds: '#fafafa' })
  })
  it('falls back to mid gray for a key without a default', () => {
    expect(readBrandColor('primary', 'rubbish')).toBe('#808080')
    expect(readBrandColor('primary', '#010203')).toBe('#010203')
  })
})
