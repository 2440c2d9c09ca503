import { type BrandPalette, defaultColors, readPalette } from '@dashboard/contract/brand-palette'
import { contrastRatio, mix } from '@dashboard/contract/colors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColorRoles, darkRoles, lightRoles } from './color-roles.ts'

type Role = keyof ColorRoles

/** The backgrounds of text. `hover` is the layer that theme.css puts over a hovered surface. */
const grounds: readonly Role[] = ['--color-background', '--color-card', '--color-surface-raised']
const hovered = (roles: ColorRoles, ground: Role) => mix(roles['--color-text'], roles[ground], 0.06)

/** Texts that appear on all of these backgrounds, hovered or not. */
const everywhere: readonly Role[] = [
  '--color-text',
  '--color-muted-on-card',
  '--color-primary-text',
  '--color-danger-text',
]
const pairs: readonly (readonly [Role, Role])[] = [
  ['--color-text', '--color-heat'],
  ['--color-muted-on-page', '--color-background'],
  ['--color-muted-on-page', '--color-surface-raised'],
  ['--color-on-primary', '--color-primary'],
  ['--color-on-primary', '--color-primary-hover'],
  ['--color-on-secondary', '--color-secondary'],
  ['--color-on-secondary-soft', '--color-secondary-soft'],
  ['--color-on-secondary-soft', '--color-secondary-hover'],
  ['--color-on-control', '--color-control'],
  ['--color-on-accent', '--color-accent'],
]
/** Texts that appear on the background of a chosen item, hovered or not. */
const onChosen: readonly Role[] = [
  '--color-on-primary-soft',
  '--color-primary-text',
  '--color-muted-on-card',
]
const outlines: readonly Role[] = [
  '--color-accent-mark',
  '--color-outline',
  '--color-border-strong',
  '--color-focus',
  '--color-control',
]

/** Returns each pair of text and background that is below 4.5:1, and of outline and background below 3:1. */
function failures(roles: ColorRoles): string[] {
  const found: string[] = []
  const expectRatio = (role: Role, ground: string, least: number, where: string) => {
    const ratio = contrastRatio(roles[role], ground)
    if (ratio < least) found.push(`${role} on ${where}: ${ratio.toFixed(2)}`)
  }
  for (const ground of grounds) {
    for (const role of everywhere) {
      expectRatio(role, roles[ground], 4.5, ground)
      expectRatio(role, hovered(roles, ground), 4.5, `${ground}, hovered`)
    }
    for (const role of outlines) expectRatio(role, roles[ground], 3, ground)
  }
  for (const role of onChosen) {
    expectRatio(role, roles['--color-primary-soft'], 4.5, '--color-primary-soft')
    expectRatio(role, hovered(roles, '--color-primary-soft'), 4.5, '--color-primary-soft, hovered')
  }
  for (const [role, ground] of pairs) expectRatio(role, roles[ground], 4.5, ground)
  return found
}

const palettes = {
  defaults: {},
  'yellow on white': {
    primaryActions: '#ffff00',
    primaryText: '#ffff00',
    mutedElements: '#ffff99',
  },
  'black on black': {
    backgrounds: '#000000',
    cardBackgrounds: '#000000',
    primaryText: '#000000',
    primaryActions: '#000000',
    mutedElements: '#000000',
  },
}

it('muted text on the default page has the brand’s own color', () => {
  expect(lightRoles(readPalette({}))['--color-muted-on-page']).toBe('#757575')
})

describe.each(Object.entries(palettes))('%s', (_, stored) => {
  it('is readable on a light background', () =>
    expect(failures(lightRoles(readPalette(stored)))).toEqual([]))
  it('is readable on a dark background', () =>
    expect(failures(darkRoles(readPalette(stored)))).toEqual([]))
})

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

/** Colors for a brand whose pages and cards are light, so that they are readable on any screen. */
const lightColor = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0xd8, max: 0xff })))
  .map((channels) => `#${channels.map((channel) => channel.toString(16)).join('')}`)

function brandsWith(surface: fc.Arbitrary<string>): fc.Arbitrary<BrandPalette> {
  const keys = Object.keys(defaultColors) as (keyof BrandPalette)[]
  const isSurface = (key: string) => key === 'backgrounds' || key === 'cardBackgrounds'
  return fc.record(
    Object.fromEntries(keys.map((key) => [key, isSurface(key) ? surface : anyColor])),
  ) as fc.Arbitrary<BrandPalette>
}

it('any brand is readable on light pages and cards', () => {
  fc.assert(
    fc.property(brandsWith(lightColor), (brand) => {
      expect(failures(lightRoles(brand))).toEqual([])
    }),
  )
})

it('any brand is readable on a dark background', () => {
  fc.assert(
    fc.property(brandsWith(anyColor), (brand) => {
      expect(failures(darkRoles(brand))).toEqual([])
    }),
  )
})
