import { createHmac } from 'node:crypto'

export type SigningPurpose = 'session' | 'logo-upload' | 'totp-secrets' | 'passkey-challenge'

/**
 * Returns a key of 256 bits for each purpose, derived from one secret, so that a ticket can never pass for a session.
 */
export function deriveSigningKey(secret: string, purpose: SigningPurpose): Uint8Array {
  return createHmac('sha256', secret).update(purpose).digest()
}
