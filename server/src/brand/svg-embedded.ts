import { readJpegSize } from './jpeg-check.ts'

/**
 * Pixels of the pictures embedded in a text as data; infinite for one of another format than PNG, JPEG,
 * GIF and WebP, whatever it is announced as, since browsers look at the content.
 */
export function pixelsOfEmbedded(text: string): number {
  let pixels = 0
  for (const [, data = ''] of text.matchAll(/data:image\/[\w.+-]+;base64,([a-z\d+/=\s]*)/gi)) {
    const size = readSize(Buffer.from(data, 'base64'))
    pixels += size ? size.width * size.height : Number.POSITIVE_INFINITY
  }
  return pixels
}

interface Size {
  width: number
  height: number
}

/** The size by the file's own header; none for a header that breaks off, which nothing draws. */
function readSize(content: Buffer): Size | undefined {
  // Zeros behind an end keep every field below readable.
  const bytes = Buffer.concat([content.subarray(0, 64), Buffer.alloc(64)])
  if (bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.toString('latin1', 0, 4) === 'GIF8') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return readWebpSize(bytes)
  return bytes.readUInt16BE(0) === 0xffd8 ? readJpegSize(content) : undefined
}

function readWebpSize(bytes: Buffer): Size | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}
