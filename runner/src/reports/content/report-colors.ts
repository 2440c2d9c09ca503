import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { blackOrWhite, contrastRatio, mix } from '@dashboard/contract/colors'

const white = '#ffffff'
const black = '#000000'

/**
 * Returns the brand's colors for white paper, each `#rrggbb`: colors too pale to read are darkened, and text on a
 * colored background is black or white, whichever is easier to read.
 */
export function paperColors(colors: BrandPalette) {
  const onCard = blackOrWhite(colors.cardBackgrounds)
  return {
    text: contrastRatio(colors.primaryText, white) >= 7 ? colors.primaryText : black,
    muted: darkenTo(colors.mutedElements, 4.5),
    title: darkenTo(colors.primaryActions, 4.5),
    card: colors.cardBackgrounds,
    onCard,
    mutedOnCard: mix(onCard, colors.cardBackgrounds, 0.75),
    line: mix(darkenTo(colors.mutedElements, 3), white, 0.45),
    zebra: mix(darkenTo(colors.primaryActions, 4.5), white, 0.055),
  }
}

/** Returns background and text color of a heat map cell; `share` is 0 to 1 of the highest count. */
export function heatColors(colors: BrandPalette, share: number): { fill: string; ink: string } {
  if (share === 0) return { fill: white, ink: darkenTo(colors.mutedElements, 4.5) }
  // The ramp always ends in a dark color, so that prints in gray show the order; the curve keeps similar counts
  // distinguishable.
  const depth = 0.08 + 0.92 * share ** 1.7
  const fill = mix(darkenTo(colors.primaryActions, 4.5), white, depth)
  return { fill, ink: blackOrWhite(fill) }
}

/** Returns the color itself, or the nearest darker shade with the given contrast on white. */
function darkenTo(color: string, ratio: number): string {
  for (let step = 0; step < 20; step += 1) {
    const shade = mix(black, color, step / 20)
    if (contrastRatio(shade, white) >= ratio) return shade
  }
  return black
}
