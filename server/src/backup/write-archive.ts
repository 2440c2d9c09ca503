import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { createTarPacker } from 'modern-tar'
import { writeBytes } from './file-bytes.ts'
import type { ArchiveEntry } from './manifest.ts'

/** PDFs are compressed already, and the database shrinks to a fifth at any level. */
const gzipLevel = 1

export interface Archive {
  /** Adds a file of exactly this size; answers its checksum. */
  add(name: string, file: { size: number; stream: Readable }): Promise<ArchiveEntry>
}

/** Streams a tar through gzip, and through age where there is a passphrase, into an open file. */
export async function writeArchive<T>(
  file: FileHandle,
  passphrase: string | undefined,
  fill: (archive: Archive) => Promise<T>,
): Promise<T> {
  const { readable, controller } = createTarPacker()
  const add = async (name: string, { size, stream }: { size: number; stream: Readable }) => {
    const hash = createHash('sha256')
    const writer = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter()
    for await (const chunk of stream) {
      hash.update(chunk as Uint8Array)
      await writer.write(plainBytes(chunk as Uint8Array))
    }
    await writer.close()
    return { name, size, sha256: hash.digest('hex') }
  }
  const filling = fill({ add }).then(
    (result) => {
      controller.finalize()
      return result
    },
    (error: unknown) => {
      controller.error(error)
      throw error
    },
  )
  const packed = Readable.fromWeb(readable)
  const gzip = createGzip({ level: gzipLevel })
  const writing = passphrase
    ? writeEncrypted(file, passphrase, packed, gzip)
    : pipeline(packed, gzip, (bytes) => writeBytes(file, bytes))
  const [filled] = await Promise.all([filling, writing])
  return filled
}

async function writeEncrypted(
  file: FileHandle,
  passphrase: string,
  packed: Readable,
  gzip: ReturnType<typeof createGzip>,
): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  const zipping = pipeline(packed, gzip)
  const encrypted = await encrypter.encrypt(Readable.toWeb(gzip) as ReadableStream<Uint8Array>)
  await Promise.all([zipping, writeBytes(file, encrypted)])
}

/** The packer takes no subclass of a byte array, such as Node's buffers. */
function plainBytes(chunk: Uint8Array): Uint8Array {
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
