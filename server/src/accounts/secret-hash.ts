import { createHash, randomBytes } from 'node:crypto'

/** Returns a secret of 256 bits that is used once, in an address or a body. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash that is stored of a secret. The secret is random, so a fast hash protects it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
