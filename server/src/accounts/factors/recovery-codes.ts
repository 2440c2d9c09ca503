import { createHash, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'

// Leaves out characters that are mistaken for each other.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** Returns a code of about 79 bits, in groups that are easy to type. */
function makeCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Returns the code without what users add or change when they type it; `undefined` when it cannot be a code. */
export function readRecoveryCode(text: string): string | undefined {
  const code = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return code.length === groups * groupLength ? code : undefined
}

/**
 * Returns the hash of a code; the code is long enough that a plain hash hides it. The hash uses no key derived from
 * SESSION_SECRET: codes must still work after that has changed, when authenticator apps do not.
 */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('base64url')
}

/** Creates ten new codes that replace all earlier ones; they cannot be read again. */
export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode)
  await deleteRecoveryCodes(tx, userId)
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ id: hashOf(userId, readRecoveryCode(code) ?? ''), userId })))
    .execute()
  return codes
}

export async function deleteRecoveryCodes(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('userId', '=', userId).execute()
}

/** Uses up one of the user's codes; returns whether it was one. */
export async function consumeRecoveryCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('id', '=', hashOf(userId, code))
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
