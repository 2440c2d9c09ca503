import { crc32 } from 'node:zlib'

/**
 * Returns a PNG or JPEG that can be read, unchanged but for its metadata, of which only the orientation is left: a photo
 * may say where it was taken, and who is on it.
 */
export function stripMetadata(
  content: Uint8Array,
  { format, orientation = 1 }: { format: 'png' | 'jpeg'; orientation?: number | undefined },
): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const parts = format === 'png' ? pngParts(bytes) : jpegParts(bytes)
  const [first = bytes, ...others] = parts
  if (orientation === 1) return Buffer.concat([first, ...others])
  const kept = orientationBlock(orientation)
  const part =
    format === 'png'
      ? pngChunk('eXIf', kept)
      : jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), kept]))
  return Buffer.concat([first, part, ...others])
}

/** What a PNG needs, and how its colors, its size and an animation are shown. */
const pngTypes = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' '),
)
const pngHeaderEnd = 33

/** Returns the header of a PNG, and each further chunk that is kept. */
function pngParts(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, pngHeaderEnd)]
  let type = ''
  for (let at = pngHeaderEnd; type !== 'IEND' && at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    type = bytes.toString('latin1', at + 4, at + 8)
    if (pngTypes.has(type)) parts.push(bytes.subarray(at, end))
    at = end
  }
  return parts
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

const startOfScan = 0xda
const endOfImage = 0xd9

/** Returns the start of a JPEG, and each further segment that is kept, a scan with its data. */
function jpegParts(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, 2)]
  for (let at = markerFrom(bytes, 2); at < bytes.length; ) {
    const marker = bytes[at + 1]
    // What follows are further pictures, with metadata of their own.
    if (marker === endOfImage) return [...parts, bytes.subarray(at, at + 2)]
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const next = markerFrom(bytes, end)
    const segment = bytes.subarray(at, marker === startOfScan ? next : end)
    if (!isJpegMetadata(segment)) parts.push(segment)
    at = next
  }
  return parts
}

/** Returns where the next marker is: 0xff, followed by what does not belong to the data of a scan. */
function markerFrom(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    const isRestart = next >= 0xd0 && next <= 0xd7
    if (next !== 0 && next !== 0xff && !isRestart) return at
  }
  return bytes.length
}

/** The plain header of JFIF, a color profile, and how Adobe's programs store colors are no metadata. */
function isJpegMetadata(segment: Buffer): boolean {
  const [, marker = 0] = segment
  const name = segment.toString('latin1', 4)
  if (marker === 0xe0) return !name.startsWith('JFIF\0') || segment.length !== 18
  if (marker === 0xe2) return !name.startsWith('ICC_PROFILE\0')
  if (marker === 0xee) return !name.startsWith('Adobe')
  const isComment = marker === 0xfe
  return isComment || (marker >= 0xe0 && marker <= 0xef)
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Returns Exif data with one entry: the orientation, tag 0x0112, a short. */
function orientationBlock(orientation: number): Buffer {
  const head = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return Buffer.from([...head, 0, 1, ...entry, 0, 0, 0, 0])
}
