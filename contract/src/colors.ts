/** Color arithmetic by WCAG 2.2; colors are `#rrggbb`. */

/** How a color is typed and sent. */
export const hexColorPattern = /^#[0-9a-f]{6}$/i
export const hexColorMessage = 'Invalid hex color format (use #RRGGBB)'

/** Returns `#RRGGBB` in lower case (the leading # is optional), or `undefined` for anything else. */
export function parseHex(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const digits = /^#?([0-9a-f]{6})$/i.exec(value.trim())?.[1]
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`
}

function channels(hex: string): number[] {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Takes red, green and blue from 0 to 255. */
export function toHex(rgb: readonly number[]): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the shares of light, from 0 to 1, that red, green and blue emit on a screen (sRGB). */
export function linearLight(hex: string): number[] {
  return channels(hex).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = linearLight(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast, from 1 (the same) to 21 (black on white). */
export function contrastRatio(first: string, second: string): number {
  return ratioOf(luminance(first), luminance(second))
}

function ratioOf(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns `color` laid over `surface` with an opacity of `share` (0 to 1). */
export function mix(color: string, surface: string, share: number): string {
  const under = channels(surface)
  return toHex(
    channels(color).map((channel, at) => channel * share + (under[at] ?? 0) * (1 - share)),
  )
}

/** Returns black or white, whichever has more contrast to the surface. */
export function blackOrWhite(surface: string): string {
  return contrastRatio('#ffffff', surface) >= contrastRatio('#000000', surface)
    ? '#ffffff'
    : '#000000'
}

/**
 * Returns the color nearest to `color` that is readable on every surface at `ratio`, darkened or lightened as little as
 * possible; if there is none, the one that comes closest.
 */
export function nearestReadable(color: string, surfaces: readonly string[], ratio = 4.5): string {
  // Measured once: the colors of a brand need a thousand ratios while a page opens.
  const luminances = surfaces.map(luminance)
  let best = { color, contrast: 0 }
  for (let percent = 0; percent <= 100; percent += 2) {
    for (const pole of ['#000000', '#ffffff']) {
      const candidate = mix(pole, color, percent / 100)
      const own = luminance(candidate)
      const contrast = Math.min(...luminances.map((surface) => ratioOf(own, surface)))
      if (contrast >= ratio) return candidate
      if (contrast > best.contrast) best = { color: candidate, contrast }
    }
  }
  return best.color
}
