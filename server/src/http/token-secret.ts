import { randomBytes } from 'node:crypto'

/** Scanners of code and logs recognize an access token by it. */
const prefix = 'smpw_'

/** Returns the secret of a new access token: the prefix and 160 random bits. */
export function newTokenSecret(): string {
  return `${prefix}${randomBytes(20).toString('hex')}`
}

/** Whether a bearer token has the prefix of an access token, valid or not. */
export function looksLikeTokenSecret(bearer: string): boolean {
  return bearer.startsWith(prefix)
}
