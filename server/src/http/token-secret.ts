import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The secret of an access token is a prefix by which scanners of code and logs recognize it, 160 random bits, and a
 * checksum, by which a scanner recognizes it without a request (docs/recipes.md#access-tokens).
 */
const prefix = 'smpw_'
const form = /^smpw_([0-9a-f]{40})([0-9a-f]{8})$/

export function newTokenSecret(): string {
  const random = randomBytes(20).toString('hex')
  return `${prefix}${random}${checksumOf(random)}`
}

/** Whether a bearer token has the prefix of an access token, valid or not. */
export function looksLikeTokenSecret(bearer: string): boolean {
  return bearer.startsWith(prefix)
}

/** Whether the text has the form and the checksum of an access token, of this installation or another. */
export function isTokenSecret(bearer: string): boolean {
  const [, random, checksum] = form.exec(bearer) ?? []
  return random !== undefined && checksumOf(random) === checksum
}

function checksumOf(random: string): string {
  return crc32(random).toString(16).padStart(8, '0')
}
