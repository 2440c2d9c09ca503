import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Returns a hash of a file's bytes; `undefined` when the file cannot be read. The code that reads it reports why. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    const bytes: AsyncIterable<Buffer> = createReadStream(path, { ...(signal && { signal }) })
    for await (const piece of bytes) hash.update(piece)
    return hash.digest('base64url')
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}
