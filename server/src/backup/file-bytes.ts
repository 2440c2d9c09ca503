import type { FileHandle } from 'node:fs/promises'

const chunkBytes = 256 * 1_024

// A stream of a handle would close it, or keep it from being closed.

/** The content of an open file, from its start. */
export async function* readBytes(file: FileHandle): AsyncGenerator<Buffer> {
  let position = 0
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Writes all of it into an open file. */
export async function writeBytes(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of bytes) await file.writeFile(chunk)
}
