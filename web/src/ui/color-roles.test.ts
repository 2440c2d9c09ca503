import { readPalette } from '@dashboard/contract/brand-palette'
import { contrastRatio } from '@dashboard/contract/colors'
import { describe, expect, it } from 'vitest'
import { colorRoles } from './color-roles.ts'

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
  expect(colorRoles(readPalette({}))['--color-muted-on-page']).toBe('#757575')
})

describe.each(Object.entries(palettes))('colorRoles with %s', (_, stored) => {
  const roles = colorRoles(readPalette(stored))
  const pairs = [
    ['--color-text', '--color-background'],
    ['--color-text', '--color-card'],
    ['--color-muted-on-page', '--color-background'],
    ['--color-muted-on-card', '--color-card'],
    ['--color-muted-on-card', '--color-primary-soft'],
    ['--color-danger-text', '--color-background'],
    ['--color-danger-text', '--color-card'],
    ['--color-primary-text', '--color-background'],
    ['--color-primary-text', '--color-card'],
    ['--color-primary-text', '--color-primary-soft'],
    ['--color-on-primary-soft', '--color-primary-soft'],
    ['--color-on-primary', '--color-primary'],
    ['--color-on-primary', '--color-primary-hover'],
    ['--color-on-secondary', '--color-secondary'],
    ['--color-on-secondary-soft', '--color-secondary-soft'],
    ['--color-on-secondary-soft', '--color-secondary-hover'],
    ['--color-on-control', '--color-control'],
    ['--color-on-accent', '--color-accent'],
  ] as const
  it.each(pairs)('%s reads on %s', (text, surface) => {
    expect(contrastRatio(roles[text], roles[surface])).toBeGreaterThanOrEqual(4.5)
  })
  it('outlines of controls and focus can be seen', () => {
    for (const outline of ['--color-border-strong', '--color-focus', '--color-control'] as const) {
      expect(contrastRatio(roles[outline], roles['--color-background'])).toBeGreaterThanOrEqual(3)
      expect(contrastRatio(roles[outline], roles['--color-card'])).toBeGreaterThanOrEqual(3)
    }
  })
})
