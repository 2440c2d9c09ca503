import type { ColorKey } from '@dashboard/contract/brand'

type Rgb = [number, number, number]

const white = '#ffffff'
const black = '#000000'

/** Colours as they go on white paper, each `#rrggbb`. */
export interface PaperColors {
  text: string
  muted: string
  title: string
  card: string
  onCard: string
  mutedOnCard: string
  line: string
  zebra: string
}

/**
 * The brand's colours made fit for white paper: what is too pale to read there is darkened,
 * and text on a coloured ground is black or white, whichever reads better.
 */
export function paperColors(colors: Record<ColorKey, string>): PaperColors {
  const onCard = inkOn(colors.cardBackgrounds)
  return {
    text: contrast(colors.primaryText, white) >= 7 ? colors.primaryText : black,
    muted: darkenTo(colors.mutedElements, 4.5),
    title: darkenTo(colors.primaryActions, 4.5),
    card: colors.cardBackgrounds,
    onCard,
    mutedOnCard: mix(colors.cardBackgrounds, onCard, 0.75),
    line: mix(white, darkenTo(colors.mutedElements, 3), 0.45),
    zebra: mix(white, darkenTo(colors.primaryActions, 4.5), 0.055),
  }
}

/** Ground and ink of a heat map cell; `share` is 0 to 1 of the highest count. */
export function heatColors(
  colors: Record<ColorKey, string>,
  share: number,
): { fill: string; ink: string } {
  if (share === 0) return { fill: white, ink: darkenTo(colors.mutedElements, 4.5) }
  // The ramp ends in a dark colour whatever the brand, so that print in grey keeps the order; the
  // curve keeps counts that are close together apart.
  const depth = 0.08 + 0.92 * share ** 1.7
  const fill = mix(white, darkenTo(colors.primaryActions, 4.5), depth)
  return { fill, ink: inkOn(fill) }
}

/** Black or white, whichever contrasts more with the ground. */
export function inkOn(ground: string): string {
  return contrast(ground, white) > contrast(ground, black) ? white : black
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The colour itself, or the nearest darker shade with the given contrast on white. */
function darkenTo(color: string, ratio: number): string {
  for (let step = 0; step < 20; step += 1) {
    const shade = mix(color, black, step / 20)
    if (contrast(shade, white) >= ratio) return shade
  }
  return black
}

function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((value, index) => Math.round(value + ((b[index] ?? value) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

function channels(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
