import { crc32 } from 'node:zlib'

/** Enough for any logo; a small file can hold an image that fills a browser's memory. */
const maxSidePx = 8_192

/** Why the bytes are no PNG that may be shown, to follow "This PNG"; `undefined` when they are one. */
export function findPngFault(content: Buffer): string | undefined {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  if (!content.subarray(0, 8).equals(signature)) return notOfType('PNG')
  let offset = 8
  const seen = new Set<string>()
  while (offset + 12 <= content.length) {
    const length = content.readUInt32BE(offset)
    const end = offset + 12 + length
    if (end > content.length) return incomplete
    const type = content.toString('latin1', offset + 4, offset + 8)
    if (crc32(content.subarray(offset + 4, end - 4)) !== content.readUInt32BE(end - 4))
      return damaged
    if (seen.size === 0) {
      if (type !== 'IHDR' || length !== 13) return notOfType('PNG')
      const width = content.readUInt32BE(offset + 8)
      const height = content.readUInt32BE(offset + 12)
      if (!isLogoSize(width, height)) return tooManyPixels
    }
    seen.add(type)
    if (type === 'IEND') return seen.has('IDAT') ? undefined : damaged
    offset = end
  }
  return incomplete
}

/** Why the bytes are no JPEG that may be shown, to follow "This JPEG"; `undefined` when they are one. */
export function findJpegFault(content: Buffer): string | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return notOfType('JPEG')
  let offset = 2
  let hasFrame = false
  while (offset + 4 <= content.length) {
    if (content[offset] !== 0xff) return damaged
    const marker = content[offset + 1] ?? 0
    if (marker === 0xff) {
      offset += 1
      continue
    }
    const length = content.readUInt16BE(offset + 2)
    if (length < 2) return damaged
    if (isStartOfFrame(marker)) {
      if (offset + 9 > content.length) return incomplete
      if (!isLogoSize(content.readUInt16BE(offset + 7), content.readUInt16BE(offset + 5))) {
        return tooManyPixels
      }
      hasFrame = true
    }
    // The picture itself follows; its end mark may be followed by what some cameras add.
    if (marker === startOfScan) {
      if (!hasFrame) return damaged
      return content.includes(Buffer.from([0xff, 0xd9]), offset) ? undefined : incomplete
    }
    offset += 2 + length
  }
  return incomplete
}

const startOfScan = 0xda
const incomplete = 'is not complete'
const damaged = 'is damaged'
const tooManyPixels = `has no size, or more than ${maxSidePx.toLocaleString('en-US')} pixels on a side`

function notOfType(name: string): string {
  return `is not a ${name} by its content`
}

function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function isLogoSize(width: number, height: number): boolean {
  return width > 0 && height > 0 && width <= maxSidePx && height <= maxSidePx
}
