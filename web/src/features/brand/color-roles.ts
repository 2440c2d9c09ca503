import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { blackOrWhite, mix, nearestReadable } from '@dashboard/contract/colors'
import { darkPalette, raisedBackground } from './dark-palette.ts'

/** How much of the text color is mixed into a hovered or pressed surface; theme.css uses the same. */
const hoverShare = 0.06
/** How much of the accent color is in the strongest cell of a heat map. */
const heatShare = 0.6
/** The ratios of WCAG 2.2: for text, and for the outline of controls. */
const textRatio = 4.5
const outlineRatio = 3
/** Lines only need to be visible; this is the ratio of the default border on the default card. */
const lineRatio = 1.2

/** A color for each role, as CSS variables. */
export type ColorRoles = ReturnType<typeof rolesOf>

/** Returns the roles of a brand on a light background, which uses its colors unchanged. */
export function lightRoles(palette: BrandPalette): ColorRoles {
  return rolesOf(palette, {
    raised: palette.backgrounds,
    softShare: 0.12,
    lineShare: 0.3,
    danger: '#b3261e',
    logoGround: 'transparent',
  })
}

export function darkRoles(palette: BrandPalette): ColorRoles {
  const dark = darkPalette(palette)
  return rolesOf(dark, {
    raised: raisedBackground(dark),
    softShare: 0.3,
    lineShare: 0.2,
    danger: '#f47067',
    logoGround: palette.cardBackgrounds,
  })
}

interface Ground {
  /** The background of floating elements. */
  raised: string
  /** How much of the primary color is in the background of a chosen item. */
  softShare: number
  /** How much of the muted color is in a hairline. */
  lineShare: number
  /** The color of text that warns of a destructive action. */
  danger: string
  /** The background of a logo that is transparent: most are not drawn for a dark page. */
  logoGround: string
}

/**
 * Returns the color roles of the design language: the brand's own colors and those derived from them. In every brand,
 * text is readable on each surface at 4.5:1 wherever any color can be.
 */
function rolesOf(palette: BrandPalette, ground: Ground) {
  const { raised, softShare, lineShare, danger, logoGround } = ground
  const { backgrounds: background, cardBackgrounds: card, primaryActions: primary } = palette
  const { secondaryActions: secondary, accentElements: accent, mutedElements: muted } = palette
  const grounds = [background, card, raised]
  // Hovered surfaces contain some of the text's color; these are the extremes, with black and white text.
  const lastGrounds = ['#000000', '#ffffff'].flatMap((pole) =>
    grounds.map((ground) => mix(pole, ground, hoverShare)),
  )
  const text = nearestReadable(palette.primaryText, [...grounds, ...lastGrounds], textRatio)
  const primarySoft = mix(primary, background, softShare)
  const orHovered = (ground: string) => [ground, mix(text, ground, hoverShare)]
  const surfaces = grounds.flatMap(orHovered)
  const chosen = orHovered(primarySoft)
  // Ticked boxes, switches and focus rings have the primary color, as long as it is visible.
  const control = nearestReadable(primary, grounds, outlineRatio)
  const onPrimary = blackOrWhite(primary)
  const secondarySoft = mix(secondary, background, 0.16)
  const secondaryHover = mix(secondary, background, 0.3)
  return {
    '--color-primary': primary,
    '--color-on-primary': onPrimary,
    '--color-primary-hover': mix(blackOrWhite(onPrimary), primary, 0.14),
    '--color-primary-soft': primarySoft,
    '--color-on-primary-soft': nearestReadable(text, chosen, textRatio),
    '--color-primary-text': nearestReadable(primary, [...surfaces, ...chosen], textRatio),
    '--color-secondary': secondary,
    '--color-on-secondary': blackOrWhite(secondary),
    '--color-secondary-soft': secondarySoft,
    '--color-on-secondary-soft': nearestReadable(text, [secondarySoft, secondaryHover], textRatio),
    '--color-secondary-hover': secondaryHover,
    '--color-accent': accent,
    '--color-on-accent': blackOrWhite(accent),
    // The color of bars, heat maps and the edge of a chosen item.
    '--color-accent-mark': nearestReadable(accent, grounds, outlineRatio),
    // The strongest cell of a heat map, whose number has the text's color.
    '--color-heat': nearestReadable(mix(accent, background, heatShare), [text], textRatio),
    '--color-background': background,
    '--color-card': card,
    '--color-surface-raised': raised,
    '--color-text': text,
    // The brand's own muted color where it is readable; theme.css decides where which of the two is used.
    '--color-muted-on-page': nearestReadable(muted, [background, raised], textRatio),
    '--color-muted-on-card': nearestReadable(muted, [...surfaces, ...chosen], textRatio),
    '--color-border': nearestReadable(mix(muted, background, lineShare), grounds, lineRatio),
    // The outline of fields without focus: as light as an outline may be.
    '--color-outline': nearestReadable(mix(muted, background, 0.5), grounds, outlineRatio),
    '--color-border-strong': nearestReadable(muted, grounds, outlineRatio),
    '--color-control': control,
    '--color-on-control': blackOrWhite(control),
    '--color-focus': control,
    '--color-danger-text': nearestReadable(danger, surfaces, textRatio),
    '--logo-ground': logoGround,
  } as const
}
