import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { StartError } from '../start/start-error.ts'
import { type ArchiveEntry, archiveNames, type Manifest, readManifest } from './manifest.ts'

const chunkBytes = 256 * 1_024
const ageHeader = 'age-encryption.org/v1\n'
const largestManifest = 64 * 1024 ** 2

type Bytes = ReadableStream<Uint8Array>

export interface Archive {
  /** Adds a file of exactly this size; returns its checksum. */
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
  const zipped = readable.pipeThrough(new CompressionStream('gzip'))
  const write = async () =>
    writeBytes(file, passphrase === undefined ? zipped : await encrypt(zipped, passphrase))
  const [filled] = await Promise.all([filling, write()])
  return filled
}

function encrypt(bytes: Bytes, passphrase: string): Promise<Bytes> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return encrypter.encrypt(bytes)
}

/** Returns a chunk as a plain byte array: the packer accepts no subclass, such as Node's buffers. */
function plainBytes(chunk: Uint8Array): Uint8Array {
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

/** Reads the content of an entry, chunk by chunk. */
export type EntryReader = (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>

export async function isEncrypted(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(ageHeader.length)
  await file.read(start, 0, start.length, 0)
  return start.toString('latin1') === ageHeader
}

/**
 * Reads an archive from start to end, and compares everything with the checksums of its manifest.
 * @throws StartError when it is damaged, cut short or no backup, or was made with another passphrase.
 */
export async function readArchive(
  file: FileHandle,
  passphrase: string | undefined,
  read: EntryReader,
): Promise<Manifest> {
  const found: ArchiveEntry[] = []
  let manifest: Manifest | undefined
  const tar = await openTar(file, passphrase)
  try {
    const entries = tar.pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      if (header.name === archiveNames.manifest) manifest = await readManifestEntry(body)
      else found.push(await readEntry(header.name, body, read))
    }
  } catch (error) {
    throw isOwn(error) ? error : damaged('it cannot be read to its end', error)
  }
  if (manifest === undefined) throw damaged('its list of contents is missing')
  compare(manifest, found)
  return manifest
}

async function openTar(file: FileHandle, passphrase: string | undefined): Promise<Bytes> {
  const bytes = Readable.toWeb(Readable.from(readBytes(file))) as Bytes
  const needsPassphrase = await isEncrypted(file)
  if (needsPassphrase && passphrase === undefined) {
    throw new StartError('The backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.')
  }
  const zipped = needsPassphrase ? await decrypt(bytes, passphrase ?? '') : bytes
  return zipped.pipeThrough(new DecompressionStream('gzip') as TransformStream<Uint8Array>)
}

async function decrypt(bytes: Bytes, passphrase: string): Promise<Bytes> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(bytes)
  } catch (cause) {
    throw new StartError(
      'The backup does not open with this passphrase, or its beginning is damaged. Nothing was changed.',
      { cause },
    )
  }
}

async function readManifestEntry(body: Bytes): Promise<Manifest> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largestManifest) throw damaged('its list of contents is too long')
    chunks.push(chunk)
  }
  const manifest = readManifest(Buffer.concat(chunks).toString('utf8'))
  if (!manifest) throw damaged('its list of contents is not one of this product')
  return manifest
}

async function readEntry(name: string, body: Bytes, read: EntryReader): Promise<ArchiveEntry> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await read(name, measured())
  return { name, size, sha256: hash.digest('hex') }
}

function compare({ entries }: Manifest, found: readonly ArchiveEntry[]): void {
  const named = new Map(found.map((entry) => [entry.name, entry]))
  if (entries.length !== found.length) throw damaged('files are missing from it')
  for (const { name, size, sha256 } of entries) {
    const entry = named.get(name)
    if (entry?.size !== size || entry.sha256 !== sha256) throw damaged(`${name} has changed`)
  }
}

function damaged(what: string, cause?: unknown): StartError {
  return new StartError(`The backup is damaged: ${what}. Nothing was changed.`, { cause })
}

function isOwn(error: unknown): boolean {
  if (error instanceof StartError) return true
  // Such an error means that the disk to which it is unpacked is full, or fails.
  return error instanceof Error && 'syscall' in error
}

// A stream of a file handle would close it, or keep it from being closed; so the file is read by hand.

export async function* readBytes(file: FileHandle): AsyncGenerator<Buffer> {
  let position = 0
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function writeBytes(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) await file.writeFile(chunk)
}
