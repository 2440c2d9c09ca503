import { crc32, inflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  /** Size after unpacking, in bytes, as the directory claims. */
  size: number
  checksum: number
  isEncrypted: boolean
  method: number
  /** Position of the file's header, which precedes its packed bytes. */
  headerStart: number
  packedSize: number
}

const fileHeader = 0x04034b50
const directoryHeader = 0x02014b50
const directoryEnd = 0x06054b50
const directoryEnd64 = 0x06064b50
const locator64 = 0x07064b50
const directoryEndBytes = 22
const maxCommentBytes = 65_535
/** Replaces a number that did not fit and is in a field for larger numbers instead. */
const elsewhere = 0xffffffff
const encryptedFlag = 1
const utf8Flag = 1 << 11
const stored = 0
const deflated = 8

/**
 * Yields the entries of the directory at the end of a zip archive.
 * @throws Error for bytes that are not an archive, or a damaged one
 */
export function* readZipDirectory(archive: Buffer): Generator<ZipEntry> {
  let { start, count } = findDirectory(archive)
  for (; count > 0; count -= 1) {
    requireSignature(archive, start, directoryHeader)
    const flags = archive.readUInt16LE(start + 8)
    const nameEnd = start + 46 + archive.readUInt16LE(start + 28)
    const extraEnd = nameEnd + archive.readUInt16LE(start + 30)
    const [size, packedSize, headerStart] = largeNumbers(archive.subarray(nameEnd, extraEnd), [
      archive.readUInt32LE(start + 24),
      archive.readUInt32LE(start + 20),
      archive.readUInt32LE(start + 42),
    ])
    yield {
      name: archive.toString(flags & utf8Flag ? 'utf8' : 'latin1', start + 46, nameEnd),
      size,
      checksum: archive.readUInt32LE(start + 16),
      isEncrypted: (flags & encryptedFlag) !== 0,
      method: archive.readUInt16LE(start + 10),
      headerStart,
      packedSize,
    }
    start = extraEnd + archive.readUInt16LE(start + 32)
  }
}

/**
 * Unpacks one file, to no more bytes than the directory claims.
 * @throws Error when it is damaged, encrypted, larger than claimed or packed in another way
 */
export function unpackZipEntry(archive: Buffer, entry: ZipEntry): Uint8Array {
  const { headerStart, packedSize } = entry
  requireSignature(archive, headerStart, fileHeader)
  const start =
    headerStart +
    30 +
    archive.readUInt16LE(headerStart + 26) +
    archive.readUInt16LE(headerStart + 28)
  if (start + packedSize > archive.length) throw new Error('The archive is cut short.')
  if (entry.isEncrypted) throw new Error('The archive is encrypted.')
  const unpacked = unpackBytes(archive.subarray(start, start + packedSize), entry)
  if (crc32(unpacked) !== entry.checksum) throw new Error('The checksum differs.')
  return unpacked
}

function unpackBytes(packed: Buffer, entry: ZipEntry): Uint8Array {
  const { size } = entry
  if (entry.method === stored) return packed
  if (entry.method !== deflated) throw new Error(`Packed by method ${entry.method}.`)
  // Unpacks in one piece: concatenating several pieces would take the memory twice.
  return inflateRawSync(packed, {
    chunkSize: Math.max(size + 1, 64),
    maxOutputLength: Math.max(size, 1),
  })
}

function findDirectory(archive: Buffer): { start: number; count: number } {
  const first = Math.max(archive.length - directoryEndBytes - maxCommentBytes, 0)
  let end = archive.length - directoryEndBytes
  while (end >= first && archive.readUInt32LE(end) !== directoryEnd) end -= 1
  if (end < first) throw new Error('The archive has no directory.')
  const locator = end - 20
  if (locator >= 0 && archive.readUInt32LE(locator) === locator64) {
    const end64 = Number(archive.readBigUInt64LE(locator + 8))
    requireSignature(archive, end64, directoryEnd64)
    return {
      start: Number(archive.readBigUInt64LE(end64 + 48)),
      count: Number(archive.readBigUInt64LE(end64 + 32)),
    }
  }
  return { start: archive.readUInt32LE(end + 16), count: archive.readUInt16LE(end + 10) }
}

/** Returns the numbers; those that did not fit are taken from the extra field for archives above 4 GB. */
function largeNumbers<T extends number[]>(extra: Buffer, numbers: T): T {
  if (!numbers.includes(elsewhere)) return numbers
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    return numbers.map((number) => {
      if (number !== elsewhere) return number
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    }) as T
  }
  return numbers
}

function requireSignature(archive: Buffer, at: number, signature: number): void {
  if (archive.readUInt32LE(at) !== signature) throw new Error('The archive is damaged.')
}
