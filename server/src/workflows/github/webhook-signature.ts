import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether GitHub signed exactly these bytes with the shared secret; in constant time. */
export function isSignedBy(secret: string, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string') return false
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const given = Buffer.from(signature)
  const correct = Buffer.from(expected)
  return given.byteLength === correct.byteLength && timingSafeEqual(given, correct)
}
