import { describe, expect, it } from 'vitest'
import { blackOrWhite, contrastRatio, mix, nearestReadable, parseHex } from './colors.ts'

describe('parseHex', () => {
  it('takes six digits with or without #', () => {
    expect(parseHex('#1D489A')).toBe('#1d489a')
    expect(parseHex('1d489a')).toBe('#1d489a')
  })
  it.each(['#fff', 'blue', '', '#12345g', 7, null, undefined, {}])('refuses %j', (value) => {
    expect(parseHex(value)).toBeUndefined()
  })
})

describe('contrastRatio', () => {
  it('is 21 for black on white, either way round', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21, 5)
  })
  it('accepts the lightest gray that is still readable', () => {
    expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contrastRatio('#777777', '#ffffff')).toBeLessThan(4.5)
    expect(contrastRatio('#757575', '#ffffff')).toBeCloseTo(4.61, 2)
  })
})

/** Calculated by hand from WCAG's formula: channel values up to 10 of 255 are divided by 12.92. */
it.each([
  ['#050505', 1.03035],
  ['#0a0a0a', 1.0607],
  ['#0b0b0b', 1.06693],
  ['#0a0000', 1.0129],
])('contrastRatio of black and the very dark %s is %f', (color, ratio) => {
  expect(contrastRatio('#000000', color)).toBeCloseTo(ratio, 4)
})

describe('blackOrWhite', () => {
  it('picks the one with more contrast', () => {
    expect(blackOrWhite('#1d489a')).toBe('#ffffff')
    expect(blackOrWhite('#ffff00')).toBe('#000000')
    expect(blackOrWhite('#67a0d2')).toBe('#000000')
    expect(blackOrWhite('#ffffff')).toBe('#000000')
  })
})

it('mix lays a share of one color over another', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mix('#ff0000', '#00ff00', 1)).toBe('#ff0000')
})

describe('nearestReadable', () => {
  it('requires 4.5 to 1 by default', () => {
    expect(nearestReadable('#767676', ['#ffffff'])).toBe('#767676')
    expect(nearestReadable('#777777', ['#ffffff'])).toBe('#757575')
    expect(nearestReadable('#777777', ['#ffffff'], 3)).toBe('#777777')
  })
  it('leaves a readable color alone', () => {
    expect(nearestReadable('#1d489a', ['#ffffff'])).toBe('#1d489a')
  })
  it('darkens yellow on white until it is readable', () => {
    const color = nearestReadable('#ffff00', ['#ffffff'])
    expect(contrastRatio(color, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(color, '#ffffff')).toBeLessThan(5)
  })
  it('lightens black on black until it is readable', () => {
    expect(contrastRatio(nearestReadable('#000000', ['#000000']), '#000000')).toBeGreaterThan(4.5)
  })
  it('returns the closest color where none is readable on all', () => {
    const color = nearestReadable('#ff0000', ['#000000', '#757575', '#ffffff'])
    expect(parseHex(color)).toBe(color)
  })
})
