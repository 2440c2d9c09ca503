import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { toIso } from '@dashboard/store/database/column-values'
import { readDatabaseTime } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import { findTicket, recordConsumed } from './tickets.ts'

const lifeMs = 5 * 60_000
/**
 * A challenge consists of the time at which it ends in milliseconds since 1970, 16 random bytes, and the code that
 * authenticates both.
 */
const endBytes = 8
const contentBytes = endBytes + 16

/**
 * Returns a challenge for a sign-in. The server does not store it, so anybody may request as many as they like, and no
 * limit per network is needed.
 */
export async function makeChallenge(db: Db, key: Uint8Array, forMs = lifeMs): Promise<string> {
  const content = Buffer.alloc(contentBytes)
  content.writeBigUInt64BE(BigInt(Date.parse(await readDatabaseTime(db)) + forMs))
  randomBytes(contentBytes - endBytes).copy(content, endBytes)
  return Buffer.concat([content, authenticate(key, content)]).toString('base64url')
}

/**
 * Returns when the challenge ends, in milliseconds since 1970; `undefined` for one that is over, or that no server of
 * this installation made.
 */
export async function readChallenge(
  db: Db,
  key: Uint8Array,
  challenge: string,
): Promise<number | undefined> {
  const bytes = Buffer.from(challenge, 'base64url')
  // Only one spelling is accepted, since a used challenge is recognized by its text.
  if (bytes.toString('base64url') !== challenge) return undefined
  const content = bytes.subarray(0, contentBytes)
  const given = bytes.subarray(contentBytes)
  const expected = authenticate(key, content)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const end = Number(content.readBigUInt64BE())
  return end > Date.parse(await readDatabaseTime(db)) ? end : undefined
}

/**
 * Consumes the challenge, on all servers; returns whether this call was the first. The use is stored until the
 * challenge ends.
 */
export function consumeChallenge(db: Db, challenge: string, end: number): Promise<boolean> {
  return recordConsumed(db, 'passkey-sign-in', challenge, toIso(end))
}

/** Whether the challenge was used before. */
export async function isConsumed(db: Db, challenge: string): Promise<boolean> {
  return (await findTicket(db, 'passkey-sign-in', challenge)) !== undefined
}

function authenticate(key: Uint8Array, content: Uint8Array): Buffer {
  return createHmac('sha256', key).update(content).digest()
}
