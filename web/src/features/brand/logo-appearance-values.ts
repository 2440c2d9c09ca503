import type { BrandSettings } from '@dashboard/contract/brand'
import { parseHex } from '@dashboard/contract/colors'
import { logoZoom } from '@dashboard/contract/limits'

type StoredLogoAppearance = Pick<
  BrandSettings,
  'logoZoom' | 'logoBackgroundColor' | 'logoBackgroundTransparent'
>

/** How a logo stands on its tile. */
export interface LogoAppearanceValues {
  zoom: number
  /** A CSS color. */
  background: string
}

/**
 * A stored zoom within the bounds of docs/behavior.md#validation; the default for what is no
 * number.
 */
export function readLogoZoom(stored: unknown): number {
  if (typeof stored !== 'number' || !Number.isFinite(stored)) return logoZoom.default
  return Math.min(logoZoom.max, Math.max(logoZoom.min, stored))
}

/** Below a transparent logo on a dark page, for which most are not drawn; on a light one there is none (theme.css). */
const ground = 'var(--logo-ground, transparent)'

/** Without a color of its own, or with one that cannot be read, the tile has the primary color. */
export function readLogoAppearance(stored: StoredLogoAppearance): LogoAppearanceValues {
  const color = parseHex(stored.logoBackgroundColor) ?? 'var(--color-primary)'
  return {
    zoom: readLogoZoom(stored.logoZoom),
    background: stored.logoBackgroundTransparent ? ground : color,
  }
}
