import { damaged, findSizeFault, incomplete, notOfType } from './raster-faults.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
/** A progressive picture has about ten; each one more makes a browser go over all pixels again. */
const maxScans = 64

/**
 * Why the bytes are no JPEG that may be shown, to follow "This JPEG"; `undefined` when they are one:
 * a frame of a size that can be shown, then scans up to the end mark.
 */
export function findJpegFault(content: Buffer): string | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return notOfType('JPEG')
  let hasFrame = false
  let scans = 0
  for (const segment of segmentsOf(content)) {
    if (segment === undefined) return damaged
    const { marker, body } = segment
    // What follows the end mark is something that some cameras add.
    if (marker === endOfImage) return scans > 0 ? undefined : damaged
    if (isStartOfFrame(marker)) {
      if (body.length < 6) return incomplete
      const fault = findSizeFault(sizeOf(body))
      if (fault) return fault
      hasFrame = true
    }
    if (marker === startOfScan) {
      scans += 1
      if (!hasFrame || scans > maxScans) return damaged
    }
  }
  return incomplete
}

/** The size in the first frame of the picture; `undefined` when it has none. */
export function readJpegSize(content: Buffer): { width: number; height: number } | undefined {
  for (const segment of segmentsOf(content)) {
    if (segment === undefined) return undefined
    const { marker, body } = segment
    if (isStartOfFrame(marker) && body.length >= 6) return sizeOf(body)
  }
  return undefined
}

interface Segment {
  marker: number
  /** What follows the length. */
  body: Buffer
}

/** The segments behind the start mark; `undefined` for one that is none, at which they end. */
function* segmentsOf(content: Buffer): Generator<Segment | undefined> {
  let offset = 2
  while (offset + 2 <= content.length) {
    if (content[offset] !== 0xff) return yield undefined
    const marker = content[offset + 1] ?? 0
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === endOfImage) yield { marker, body: Buffer.alloc(0) }
    if (offset + 4 > content.length) return
    const length = content.readUInt16BE(offset + 2)
    if (length < 2) return yield undefined
    yield { marker, body: content.subarray(offset + 4, offset + 2 + length) }
    offset += 2 + length
    if (marker === startOfScan) offset = endOfScan(content, offset)
  }
}

/** Where the next segment begins: within a scan, marks are followed by zero or restart it. */
function endOfScan(content: Buffer, start: number): number {
  let offset = content.indexOf(0xff, start)
  while (offset >= 0) {
    const next = content[offset + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData && next !== 0xff) return offset
    offset = content.indexOf(0xff, offset + (isData ? 2 : 1))
  }
  return content.length
}

function sizeOf(frame: Buffer) {
  return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1) }
}

function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
