import type { BrandSettings } from '@dashboard/contract/brand'
import { parseHex } from '@dashboard/contract/colors'
import { logoZoom } from '@dashboard/contract/limits'

type StoredLogoAppearance = Pick<
  BrandSettings,
  'logoZoom' | 'logoBackgroundColor' | 'logoBackgroundTransparent'
>

export interface LogoAppearanceValues {
  zoom: number
  /** A CSS color. */
  background: string
}

/** Returns a stored zoom within its bounds; the default when it is not a number. */
export function readLogoZoom(stored: unknown): number {
  if (typeof stored !== 'number' || !Number.isFinite(stored)) return logoZoom.default
  return Math.min(logoZoom.max, Math.max(logoZoom.min, stored))
}

/**
 * The background of a transparent logo on a dark page, since most are not drawn for one; on a light page there is none
 * (theme.css).
 */
const ground = 'var(--logo-ground)'

/** Returns the logo's appearance. When the stored color is missing or unreadable, the tile has the primary color. */
export function readLogoAppearance(stored: StoredLogoAppearance): LogoAppearanceValues {
  const color = parseHex(stored.logoBackgroundColor) ?? 'var(--color-primary)'
  return {
    zoom: readLogoZoom(stored.logoZoom),
    background: stored.logoBackgroundTransparent ? ground : color,
  }
}
