import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'

/** A kind of compression, as the zip format numbers them (APPNOTE 4.4.5). */
const deflate = 8
/** 1 is fastest, 9 smallest; 4 took longer here for no less, 6 a quarter longer for a tenth less. */
const level = 3

/** The first that the zip format knows, in local time as it wants it. */
const earliestTime = new Date(1980, 0, 1)

/**
 * A file of a zip that Node packs, beside the thread that makes its bytes
 * (docs/decisions/0005-workbook-reader.md).
 */
export class DeflatedFile implements ZipInputFile {
  readonly filename: string
  readonly compression = deflate
  /** The same in every archive, so that equal contents are equal files. */
  readonly mtime = earliestTime
  size = 0
  crc = 0
  /** The zip that it is added to sets this. */
  declare ondata: NonNullable<ZipInputFile['ondata']>
  // Larger pieces than Node's, each of which waits for the thread that makes the bytes.
  readonly #packer = createDeflateRaw({ level, chunkSize: 65_536 })

  constructor(filename: string) {
    this.filename = filename
    this.#packer.on('data', (piece: Buffer<ArrayBuffer>) => this.ondata(null, piece, false))
  }

  /** Takes the bytes once those before are packed. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#packer.writableNeedDrain) await once(this.#packer, 'drain')
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    this.#packer.write(bytes)
  }

  /** Resolves once all bytes are packed. */
  async end(): Promise<void> {
    this.#packer.end()
    await once(this.#packer, 'end')
    this.ondata(null, new Uint8Array(), true)
  }

  /** Frees what packing takes; a file that has not ended stays incomplete. */
  terminate(): void {
    this.#packer.destroy()
  }
}
