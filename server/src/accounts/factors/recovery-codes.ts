import { createHash, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'

// Without characters that are mistaken for each other.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** A code of about 79 bits, in groups that are easy to type. */
function makeCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** The code without what people add or change when they type it; `undefined` when it cannot be one. */
export function readRecoveryCode(text: string): string | undefined {
  const code = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return code.length === groups * groupLength ? code : undefined
}

/**
 * Long enough that a plain hash hides it. Not made with a key of SESSION_SECRET: a code still works when that was
 * changed, which authenticator apps do not survive.
 */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('base64url')
}

/** Ten new codes in place of all earlier ones; they cannot be read again. */
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

/** Whether it was one of the user's codes; it is none from then on. */
export async function spendRecoveryCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('id', '=', hashOf(userId, code))
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
