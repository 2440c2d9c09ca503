import { crc32, deflateSync } from 'node:zlib'

/** A real PNG of one gray. */
export function pngOf(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height, 0x80)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  return pngOfPixels({ width, height }, rows)
}

/** A PNG of gray pixels unless said otherwise, with the given rows behind its header. */
export function pngOfPixels(
  {
    width,
    height,
    colorType = 0,
    interlace = 0,
  }: { width: number; height: number; colorType?: number; interlace?: number },
  rows = Buffer.alloc(2),
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colorType, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** The frame of a JPEG, as far as it is checked. */
export function jpegOf(width: number, height: number, scans = 1): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]),
    frame,
    ...Array.from({ length: scans }, () =>
      Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 1, 2, 3]),
    ),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** An SVG with something inside, or with attributes of its own. */
export function svgOf(inside = '<circle r="4" fill="#1d489a"/>', attributes = ''): Buffer {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
  return Buffer.from(`<svg ${names} viewBox="0 0 8 8" ${attributes}>${inside}</svg>`)
}
