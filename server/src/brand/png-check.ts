import { Readable } from 'node:stream'
import { crc32, createInflate } from 'node:zlib'
import { damaged, findSizeFault, incomplete, notOfType, unreadablePixels } from './raster-faults.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Values of a pixel by color type; the types that exist with the bit depths that each may have. */
const colorTypes: Record<number, { channels: number; depths: readonly number[] } | undefined> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}
/** Where each pass of an interlaced picture begins and how far its pixels are apart. */
const interlacedPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const maxFilter = 4

/**
 * Why the bytes are no PNG that may be shown, to follow "This PNG"; `undefined` when they are one and
 * every row of its pixels can be read (docs/behavior.md#branding).
 */
export async function findPngFault(content: Buffer): Promise<string | undefined> {
  const chunks = readChunks(content)
  if (typeof chunks === 'string') return chunks
  const { header, hasPalette, data } = chunks
  const rows = rowsOf(header)
  if (rows === undefined || (header.readUInt8(9) === 3 && !hasPalette)) return unreadablePixels
  return (await arePixelsReadable(data, rows)) ? undefined : unreadablePixels
}

interface Chunks {
  header: Buffer
  hasPalette: boolean
  /** The compressed pixels. */
  data: Buffer[]
}

/** The chunks up to the end mark, or what is wrong with them. */
function readChunks(content: Buffer): Chunks | string {
  if (!content.subarray(0, 8).equals(signature)) return notOfType('PNG')
  let offset = 8
  let header: Buffer | undefined
  let hasPalette = false
  const data: Buffer[] = []
  while (offset + 12 <= content.length) {
    const end = offset + 12 + content.readUInt32BE(offset)
    if (end > content.length) return incomplete
    const type = content.toString('latin1', offset + 4, offset + 8)
    const body = content.subarray(offset + 8, end - 4)
    if (crc32(content.subarray(offset + 4, end - 4)) !== content.readUInt32BE(end - 4)) {
      return damaged
    }
    if (header === undefined) {
      if (type !== 'IHDR' || body.length !== 13) return notOfType('PNG')
      const fault = findSizeFault({ width: body.readUInt32BE(0), height: body.readUInt32BE(4) })
      if (fault) return fault
      header = body
    }
    if (type === 'PLTE') hasPalette = true
    if (type === 'IDAT') data.push(body)
    if (type === 'IEND') return data.length > 0 ? { header, hasPalette, data } : damaged
    offset = end
  }
  return incomplete
}

interface Rows {
  count: number
  /** With the byte in front that says how the row is filtered. */
  bytes: number
}

/** The rows that the pixels must be, pass by pass; `undefined` for a header of no known kind. */
function rowsOf(header: Buffer): Rows[] | undefined {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = header.subarray(8)
  const kind = colorTypes[colorType]
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0) return undefined
  const bytesOf = (pixels: number) => 1 + Math.ceil((pixels * kind.channels * depth) / 8)
  if (interlace === 0) return [{ count: height, bytes: bytesOf(width) }]
  if (interlace !== 1) return undefined
  return interlacedPasses.flatMap(([left, top, across, down]) => {
    const pixels = Math.ceil((width - left) / across)
    const count = Math.ceil((height - top) / down)
    return pixels > 0 && count > 0 ? [{ count, bytes: bytesOf(pixels) }] : []
  })
}

/** Inflates the pixels, keeping none, and sees that each row is there with a filter that exists. */
async function arePixelsReadable(data: readonly Buffer[], passes: readonly Rows[]) {
  const expectedBytes = passes.reduce((sum, { count, bytes }) => sum + count * bytes, 0)
  const starts = rowStarts(passes)
  let next = starts.next()
  let bytes = 0
  try {
    for await (const chunk of Readable.from(data).pipe(createInflate())) {
      for (; !next.done && next.value < bytes + chunk.length; next = starts.next()) {
        if (chunk[next.value - bytes] > maxFilter) return false
      }
      bytes += chunk.length
      // More than the pixels is never read: a small file can inflate to a thousand times its size.
      if (bytes >= expectedBytes) return true
    }
  } catch {
    // Not compressed data, or data that breaks off.
  }
  return false
}

function* rowStarts(passes: readonly Rows[]): Generator<number> {
  let start = 0
  for (const { count, bytes } of passes) {
    for (let row = 0; row < count; row += 1) {
      yield start
      start += bytes
    }
  }
}
