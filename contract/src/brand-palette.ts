import type { ColorKey } from './brand.ts'
import { parseHex } from './colors.ts'
import { defaultColors } from './limits.ts'

/** The seven brand colors, each `#rrggbb`. */
export type BrandPalette = Readonly<Record<ColorKey, string>>

const midGray = '#808080'

/** One color as stored: an invalid one gives the key's default, mid gray for an unknown key. */
export function readBrandColor(key: string, value: unknown): string {
  const fallback = key in defaultColors ? defaultColors[key as ColorKey] : midGray
  return parseHex(value) ?? fallback
}

/** The seven brand colors out of whatever was stored. */
export function readPalette(stored: Readonly<Record<string, unknown>> | null = null): BrandPalette {
  const keys = Object.keys(defaultColors) as ColorKey[]
  return Object.fromEntries(
    keys.map((key) => [key, readBrandColor(key, stored?.[key])]),
  ) as unknown as BrandPalette
}
