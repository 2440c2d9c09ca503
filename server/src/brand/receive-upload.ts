import type { Readable } from 'node:stream'
import { badRequest, tooLarge } from '../http/app-error.ts'

/** How much of what is too large is read and dropped, so that the sender receives the answer. */
const droppedAtMostBytes = 8 * 1024 * 1024

/**
 * Reads an upload of exactly the announced size and keeps no byte more: 413 when it is larger, 400 when
 * it is not complete.
 */
export async function receiveUpload(
  body: Readable | undefined,
  announcedBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  // Not destroyed on the way out: that would cut the connection before the answer.
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    received += chunk.length
    if (received <= announcedBytes) chunks.push(chunk)
    if (received > announcedBytes + droppedAtMostBytes) break
  }
  if (received > announcedBytes) {
    throw tooLarge(`The file is larger than the ${announcedBytes} bytes that were announced.`)
  }
  if (received < announcedBytes) {
    throw badRequest(
      `The file is not complete: ${received} of ${announcedBytes} bytes arrived. Please upload it again.`,
    )
  }
  return Buffer.concat(chunks)
}
