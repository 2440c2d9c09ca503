import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'

/** Number of the compression method in the zip format (APPNOTE 4.4.5). */
const deflate = 8
/**
 * Ranges from 1 (fastest) to 9 (smallest). In measurements, 4 took longer without being smaller, and 6 took a quarter
 * longer for a tenth less.
 */
const level = 3

/** Earliest time of the zip format, in local time as the format requires. */
const earliestTime = new Date(1980, 0, 1)

/**
 * A file of a zip that Node compresses beside the thread that produces its bytes
 * (docs/decisions/0005-workbook-reader.md).
 */
export class DeflatedFile implements ZipInputFile {
  readonly filename: string
  readonly compression = deflate
  /** Constant, so that equal contents give equal files. */
  readonly mtime = earliestTime
  size = 0
  crc = 0
  /** Set by the zip that the file is added to. */
  declare ondata: NonNullable<ZipInputFile['ondata']>
  // Larger than Node's default: each piece waits for the thread that produces the bytes.
  readonly #packer = createDeflateRaw({ level, chunkSize: 65_536 })

  constructor(filename: string) {
    this.filename = filename
    this.#packer.on('data', (piece: Buffer<ArrayBuffer>) => this.ondata(null, piece, false))
  }

  /** Accepts bytes once the previous ones are compressed. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#packer.writableNeedDrain) await once(this.#packer, 'drain')
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    this.#packer.write(bytes)
  }

  /** Resolves once all bytes are compressed. */
  async end(): Promise<void> {
    this.#packer.end()
    await once(this.#packer, 'end')
    this.ondata(null, new Uint8Array(), true)
  }

  /** Frees the compressor; a file that has not ended stays incomplete. */
  terminate(): void {
    this.#packer.destroy()
  }
}
