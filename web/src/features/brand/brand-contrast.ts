import { type BrandPalette, type ColorKey, defaultColors } from '@dashboard/contract/brand-palette'
import { contrastRatio, nearestReadable } from '@dashboard/contract/colors'

interface ColorFieldText {
  label: string
  /** Where the color is used. */
  hint: string
}

/** The fields of the form, by color. */
export const colorFields: Readonly<Record<ColorKey, ColorFieldText>> = {
  primaryActions: { label: 'Primary Actions', hint: 'Main buttons, links, the active page' },
  secondaryActions: { label: 'Secondary Actions', hint: 'A tint of the other buttons' },
  accentElements: { label: 'Accent Elements', hint: 'Initials, bars and heat maps' },
  backgrounds: { label: 'Main Backgrounds', hint: 'Pages, fields and dialogs' },
  primaryText: { label: 'Primary Text', hint: 'Headings and all other text' },
  cardBackgrounds: { label: 'Card Backgrounds', hint: 'Cards and the sidebar' },
  mutedElements: { label: 'Borders & Muted Text', hint: 'Lines and quieter text' },
}

/** The contrast that WCAG 2.2 requires for text. */
const readableRatio = 4.5
const severeRatio = 3

/**
 * Text colors and their backgrounds. Buttons and badges are left out: their text is black or white, whichever has more
 * contrast.
 */
const textKeys: readonly ColorKey[] = ['primaryActions', 'primaryText', 'mutedElements']
const surfaceKeys: readonly ColorKey[] = ['backgrounds', 'cardBackgrounds']

/** Describes a color that cannot be read on one or both backgrounds. */
export interface ContrastWarning {
  key: ColorKey
  /** The backgrounds, such as 'Main Backgrounds (1.1:1)'. */
  surfaces: readonly string[]
  /** The lowest ratio is below 3:1, which hardly anybody can read. */
  isSevere: boolean
  /** The nearest color that is readable on both; `undefined` when there is none. */
  suggestion: string | undefined
}

/**
 * Returns a warning for every text color that is not readable somewhere (4.5:1, docs/design-language.md#color); default
 * colors, which nobody has chosen, get none.
 */
export function contrastWarnings(palette: BrandPalette): readonly ContrastWarning[] {
  return textKeys.flatMap((key) => {
    if ([key, ...surfaceKeys].every((each) => palette[each] === defaultColors[each])) return []
    const color = palette[key]
    const ratioOn = (surface: ColorKey) => contrastRatio(color, palette[surface])
    const failing = surfaceKeys.filter((surface) => ratioOn(surface) < readableRatio)
    if (failing.length === 0) return []
    const surfaces = surfaceKeys.map((surface) => palette[surface])
    const nearest = nearestReadable(color, surfaces, readableRatio)
    const works = surfaces.every((surface) => contrastRatio(nearest, surface) >= readableRatio)
    return [
      {
        key,
        surfaces: failing.map(
          (surface) => `${colorFields[surface].label} (${ratioText(ratioOn(surface))})`,
        ),
        isSevere: failing.some((surface) => ratioOn(surface) < severeRatio),
        suggestion: works ? nearest : undefined,
      },
    ]
  })
}

/** Returns the ratio rounded down, so that a ratio that fails is never shown as one that passes. */
function ratioText(ratio: number): string {
  return `${Math.floor(ratio * 10) / 10}:1`
}
