import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { contrastRatio, linearLight, toHex } from '@dashboard/contract/colors'

/**
 * Returns the seven brand colors for a dark background, each with the same meaning as on the light one. Only their
 * lightness changes, in OKLCH, where equal steps look equal for every hue; a color that is bright already stays
 * unchanged.
 */
export function darkPalette(palette: BrandPalette): BrandPalette {
  const background = toOklch(palette.backgrounds)
  const isDark = background.lightness <= groundLightness
  const card = toOklch(palette.cardBackgrounds)
  const primary = toOklch(palette.primaryActions)
  const ground = Math.min(background.lightness, groundLightness)
  // Cards are as much lighter than a dark page as they differ from a light one, as long as the result still looks dark.
  const step = Math.min(Math.abs(card.lightness - background.lightness), cardStep)
  const tint = { hue: primary.hue, chroma: Math.min(primary.chroma, grayTint) }
  return {
    backgrounds: isDark
      ? palette.backgrounds
      : fromOklch({ ...quiet(background, tint), lightness: groundLightness }),
    cardBackgrounds: fromOklch({ ...quiet(card, tint), lightness: ground + step }),
    primaryText: lifted(palette.primaryText, textLightness),
    mutedElements: lifted(palette.mutedElements, mutedLightness),
    primaryActions: underWhite(palette.primaryActions),
    secondaryActions: lifted(palette.secondaryActions, accentLightness),
    accentElements: lifted(palette.accentElements, accentLightness),
  }
}

/** Returns the background of elements that float above a dark page, such as a menu: lighter than a card. */
export function raisedBackground(dark: BrandPalette): string {
  const { lightness, ...tone } = toOklch(dark.backgrounds)
  return fromOklch({ ...tone, lightness: lightness + raisedStep })
}

const groundLightness = 0.175
const cardStep = 0.042
const raisedStep = 0.075
const textLightness = 0.94
const mutedLightness = 0.7
const accentLightness = 0.66
/** The greatest lightness of a primary button; its text is white while that is readable. */
const primaryLightness = 0.54
const readable = 4.5
/** A pure gray background gets a little of the primary color, and a strongly colored one retains no more than this. */
const grayTint = 0.008
const maxChroma = 0.03

interface Oklch {
  lightness: number
  chroma: number
  /** In radians. */
  hue: number
}

function quiet({ chroma, hue }: Oklch, tint: Omit<Oklch, 'lightness'>): Omit<Oklch, 'lightness'> {
  if (chroma < tint.chroma) return tint
  return { hue, chroma: Math.min(chroma, maxChroma) }
}

function lifted(color: string, lightness: number): string {
  const tone = toOklch(color)
  return tone.lightness >= lightness ? color : fromOklch({ ...tone, lightness })
}

/** Returns the color lightened as far as white text on it stays readable; a color with black text stays unchanged. */
function underWhite(color: string): string {
  const tone = toOklch(color)
  let lightest = color
  for (let lightness = tone.lightness; lightness <= primaryLightness; lightness += 0.01) {
    const lighter = fromOklch({ ...tone, lightness })
    if (contrastRatio(lighter, '#ffffff') < readable) break
    lightest = lighter
  }
  return lightest
}

/** Converts a color. The matrices are those of OKLab's author, https://bottosson.github.io/posts/oklab. */
function toOklch(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = linearLight(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** Returns the color as hex, with less chroma if a screen cannot show it. */
function fromOklch(tone: Oklch): string {
  for (let chroma = tone.chroma; ; chroma = Math.max(0, chroma - 0.004)) {
    const channels = toRgb({ ...tone, chroma })
    const isShown = channels.every((channel) => channel >= -0.001 && channel <= 1.001)
    if (!isShown && chroma > 0) continue
    return toHex(channels.map((channel) => Math.min(1, Math.max(0, channel)) * 255))
  }
}

function toRgb({ lightness, chroma, hue }: Oklch): number[] {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return linear.map((share) =>
    share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055,
  )
}
