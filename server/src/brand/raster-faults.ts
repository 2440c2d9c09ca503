import { formatCount } from '@dashboard/contract/counts'
/** What is said of pictures that are refused, to follow "This PNG" or "This JPEG". */
export const incomplete = 'is not complete'
export const damaged = 'is damaged'
export const unreadablePixels = 'is damaged: its pixels cannot be read'

/** Enough for any logo; a small file can hold an image that fills a browser's memory. */
const maxSidePx = 8_192
const maxMegapixels = 25

export function notOfType(name: string): string {
  return `is not a ${name} by its content`
}

/** Why a picture of this size is refused; `undefined` when it is not. */
export function findSizeFault({ width, height }: { width: number; height: number }) {
  if (width < 1 || height < 1 || width > maxSidePx || height > maxSidePx) {
    return `has no size, or more than ${formatCount(maxSidePx)} pixels on a side`
  }
  return width * height > maxMegapixels * 1_000_000
    ? `has more than ${maxMegapixels} million pixels`
    : undefined
}
