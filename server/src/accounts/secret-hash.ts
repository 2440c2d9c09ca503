import { createHash, randomBytes } from 'node:crypto'

/** What opens something once: 256 bits, for an address or a body. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. It is random, so that a fast hash protects it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
