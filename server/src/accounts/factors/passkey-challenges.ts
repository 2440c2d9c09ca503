import { randomUUID } from 'node:crypto'
import { minuteMs } from '@dashboard/contract/duration'
import { readDatabaseTime } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const algorithm = 'HS256'
const lifeMs = 10 * minuteMs

const Claims = z.object({ jti: z.string(), exp: z.number(), sub: z.string().optional() })

export interface Challenge {
  id: string
  /** Milliseconds since 1970. */
  expiresAt: number
  /** The challenge as the browser gets it. */
  text: string
}

/**
 * Returns a challenge for a passkey: a signed token, which the server does not store, so that anybody may request as
 * many as they like and no limit per network is needed. With a user, it is for adding a passkey of that user.
 */
export async function makeChallenge(db: Db, key: Uint8Array, userId?: string): Promise<string> {
  const now = Date.parse(await readDatabaseTime(db))
  const token = await new SignJWT({ sub: userId })
    .setProtectedHeader({ alg: algorithm })
    .setJti(randomUUID())
    .setExpirationTime(new Date(now + lifeMs))
    .sign(key)
  return Buffer.from(token).toString('base64url')
}

/**
 * Returns what `makeChallenge` has made for this user, or for a sign-in; `undefined` for one that has expired, is for
 * something else, or was not made by a server of this installation.
 */
export async function readChallenge(
  db: Db,
  key: Uint8Array,
  text: string,
  userId?: string,
): Promise<Challenge | undefined> {
  const token = Buffer.from(text, 'base64url').toString()
  const options = { algorithms: [algorithm], currentDate: new Date(await readDatabaseTime(db)) }
  const verified = await jwtVerify(token, key, options).catch(() => undefined)
  const { success, data } = Claims.safeParse(verified?.payload)
  if (!success || data.sub !== userId) return undefined
  return { id: data.jti, expiresAt: data.exp * 1_000, text }
}
