import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { toIso } from '@dashboard/store/database/column-values'
import { readDatabaseTime } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import { findTicket, keepSpent } from './tickets.ts'

const lifeMs = 5 * 60_000
/** Milliseconds since 1970 at which it ends, 16 random bytes, and the code that authenticates both. */
const endBytes = 8
const contentBytes = endBytes + 16

/**
 * A challenge for a sign-in. Nothing is kept of it: anybody may ask, as often as they like, and so nobody of their
 * network has to wait for that.
 */
export async function makeChallenge(db: Db, key: Uint8Array, forMs = lifeMs): Promise<string> {
  const content = Buffer.alloc(contentBytes)
  content.writeBigUInt64BE(BigInt(Date.parse(await readDatabaseTime(db)) + forMs))
  randomBytes(contentBytes - endBytes).copy(content, endBytes)
  return Buffer.concat([content, authenticate(key, content)]).toString('base64url')
}

/** When the challenge ends, in milliseconds since 1970; `undefined` for one that is over, or not of a server of ours. */
export async function readChallenge(
  db: Db,
  key: Uint8Array,
  challenge: string,
): Promise<number | undefined> {
  const bytes = Buffer.from(challenge, 'base64url')
  // One way to write it only: it is known again by its text.
  if (bytes.toString('base64url') !== challenge) return undefined
  const content = bytes.subarray(0, contentBytes)
  const given = bytes.subarray(contentBytes)
  const expected = authenticate(key, content)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const end = Number(content.readBigUInt64BE())
  return end > Date.parse(await readDatabaseTime(db)) ? end : undefined
}

/** Whether this is the first who spends the challenge, on any server; it is kept until it ends. */
export function spendChallenge(db: Db, challenge: string, end: number): Promise<boolean> {
  return keepSpent(db, 'passkey-sign-in', challenge, toIso(end))
}

/** Whether it was spent before. */
export async function isSpent(db: Db, challenge: string): Promise<boolean> {
  return (await findTicket(db, 'passkey-sign-in', challenge)) !== undefined
}

function authenticate(key: Uint8Array, content: Uint8Array): Buffer {
  return createHmac('sha256', key).update(content).digest()
}
