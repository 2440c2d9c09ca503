import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The secret of an access token: a prefix by which scanners of code and logs know it, 160 random bits, and a checksum,
 * so that a scanner tells it from other text without asking anybody (docs/recipes.md#access-tokens).
 */
const prefix = 'smpw_'
const form = /^smpw_([0-9a-f]{40})([0-9a-f]{8})$/

export function newTokenSecret(): string {
  const random = randomBytes(20).toString('hex')
  return `${prefix}${random}${checksumOf(random)}`
}

/** Whether a bearer token is meant as an access token, right or wrong. */
export function looksLikeTokenSecret(bearer: string): boolean {
  return bearer.startsWith(prefix)
}

/** Whether it has the form and the checksum of one that was made here or elsewhere. */
export function isTokenSecret(bearer: string): boolean {
  const [, random, checksum] = form.exec(bearer) ?? []
  return random !== undefined && checksumOf(random) === checksum
}

function checksumOf(random: string): string {
  return crc32(random).toString(16).padStart(8, '0')
}
