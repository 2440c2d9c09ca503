import { parseHex } from './colors.ts'

/** In the order in which the page of brand settings lists them. */
export const defaultColors = {
  primaryActions: '#1d489a',
  secondaryActions: '#67a0d2',
  accentElements: '#67a0d2',
  backgrounds: '#ffffff',
  primaryText: '#000000',
  cardBackgrounds: '#eaeced',
  mutedElements: '#757575',
} as const

export type ColorKey = keyof typeof defaultColors

/** The seven brand colors, each `#rrggbb`. */
export type BrandPalette = Readonly<Record<ColorKey, string>>

const midGray = '#808080'

/** Returns one stored color; an invalid value becomes the default of its key, an unknown key becomes mid gray. */
export function readBrandColor(key: string, value: unknown): string {
  const fallback = key in defaultColors ? defaultColors[key as ColorKey] : midGray
  return parseHex(value) ?? fallback
}

/** Returns the seven brand colors, with defaults for whatever was not stored. */
export function readPalette(stored: Readonly<Record<string, unknown>> | null = null): BrandPalette {
  const keys = Object.keys(defaultColors) as ColorKey[]
  return Object.fromEntries(
    keys.map((key) => [key, readBrandColor(key, stored?.[key])]),
  ) as unknown as BrandPalette
}
