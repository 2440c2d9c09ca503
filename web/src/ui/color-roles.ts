import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { blackOrWhite, mix, nearestReadable } from '@dashboard/contract/colors'

/** How much of the text color a hovered or pressed surface takes on; theme.css uses the same. */
const hoverShare = 0.06
const dangerText = '#b3261e'
/** Ratios of WCAG 2.2: text, and the outline of controls. */
const textRatio = 4.5
const outlineRatio = 3
/** Lines only need to show; this is what the default border has on the default card. */
const lineRatio = 1.2

/**
 * The color roles of the design language as CSS variables, the brand's own and those derived from
 * them. Whatever the brand, text reads on page and card at 4.5:1 wherever any color can.
 */
export function colorRoles(palette: BrandPalette) {
  const { backgrounds: background, cardBackgrounds: card, primaryActions: primary } = palette
  const { secondaryActions: secondary, accentElements: accent, mutedElements: muted } = palette
  const text = nearestReadable(palette.primaryText, [background, card], textRatio)
  const primarySoft = mix(primary, background, 0.12)
  const surfaces = [background, card].flatMap((surface) => [
    surface,
    mix(text, surface, hoverShare),
  ])
  // Ticked boxes, switches and focus rings are the primary color, as long as it can be seen.
  const control = nearestReadable(primary, [background, card], outlineRatio)
  const onPrimary = blackOrWhite(primary)
  return {
    '--color-primary': primary,
    '--color-on-primary': onPrimary,
    '--color-primary-hover': mix(blackOrWhite(onPrimary), primary, 0.14),
    '--color-primary-soft': primarySoft,
    '--color-on-primary-soft': nearestReadable(text, [primarySoft], textRatio),
    '--color-primary-text': nearestReadable(primary, [...surfaces, primarySoft], textRatio),
    '--color-secondary': secondary,
    '--color-on-secondary': blackOrWhite(secondary),
    '--color-secondary-soft': mix(secondary, background, 0.16),
    '--color-on-secondary-soft': nearestReadable(
      text,
      [mix(secondary, background, 0.16), mix(secondary, background, 0.3)],
      textRatio,
    ),
    '--color-secondary-hover': mix(secondary, background, 0.3),
    '--color-accent': accent,
    '--color-on-accent': blackOrWhite(accent),
    '--color-background': background,
    '--color-card': card,
    '--color-surface-raised': background,
    '--color-text': text,
    // The brand's own where it reads; theme.css says where which of the two is meant.
    '--color-muted-on-page': nearestReadable(muted, [background], textRatio),
    '--color-muted-on-card': nearestReadable(muted, [...surfaces, primarySoft], textRatio),
    '--color-border': nearestReadable(mix(muted, background, 0.3), [background, card], lineRatio),
    '--color-border-strong': nearestReadable(muted, [background, card], outlineRatio),
    '--color-control': control,
    '--color-on-control': blackOrWhite(control),
    '--color-focus': control,
    '--color-danger-text': nearestReadable(dangerText, surfaces, textRatio),
  } as const
}
