import { randomUUID } from 'node:crypto'
import { nowIso } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import { badRequest, conflict, gone } from '../../http/app-error.ts'
import { settleAttempt, type Target } from '../login-throttle.ts'
import { decryptSecret } from './encrypted-secret.ts'
import { consumeRecoveryCode, readRecoveryCode } from './recovery-codes.ts'
import { totpStep } from './totp.ts'

const wrongCode =
  'This code is wrong. Each code works once: wait for the next one, or check the time of your phone.'
const wrongRecoveryCode = 'This recovery code is wrong, or was used before.'
const secretChanged =
  'Codes of your authenticator app no longer work, since the secret of this server has changed. Use a recovery code or a passkey, or ask an administrator.'
const tooManyWrongCodes =
  'Codes of your authenticator app are no longer accepted, because too many wrong ones were entered. Use a recovery code or a passkey, or ask an administrator.'

/**
 * How many wrong codes in a row are allowed, however slowly: with a few more each day, an attacker would find the right
 * one some day.
 */
const maxWrongCodes = 100

export type CodeKind = 'totp' | 'recovery-code'

interface Attempt {
  user: UserRow
  code: string
  ip: string
}

/**
 * Checks a code and runs `work`, in one transaction in which the user's row is locked and the code is used up. A wrong
 * code counts as a wrong password does, by account and address; wrong codes of an app are also counted in a row, until
 * a code is right. Throws 400, 409, 410 or 429.
 */
export async function withCode<T>(
  db: Db,
  key: Uint8Array,
  { user, code, ip }: Attempt,
  work: (tx: Db, current: UserRow, kind: CodeKind) => Promise<T>,
): Promise<T> {
  const tried = readRecoveryCode(code) === undefined ? 'code' : 'recovery-code'
  const target: Target = { username: user.username, userId: user.id, ip, tried }
  const done = await inTransaction(db, async (tx) => {
    const current = await lockUser(tx, user.id)
    if (!current) throw gone('This account no longer exists.')
    if (tried === 'code') await refuseTooManyWrongCodes(tx, user.id)
    const kind = await useCode(tx, key, user.id, code)
    await settleAttempt(tx, target, kind !== undefined)
    if (kind !== undefined) return { result: await work(tx, current, kind) }
    if (tried === 'code') await countWrongCode(tx, user.id)
    return undefined
  })
  if (!done) throw codeRefused(code)
  return done.result
}

async function refuseTooManyWrongCodes(tx: Db, userId: string): Promise<void> {
  const factor = await tx
    .selectFrom('totp_factors')
    .select('wrongCodes')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (factor && factor.wrongCodes >= maxWrongCodes) throw conflict(tooManyWrongCodes)
}

/** Counts a wrong code in a row, and tells the user when no further ones are accepted. */
async function countWrongCode(tx: Db, userId: string): Promise<void> {
  const counted = await tx
    .updateTable('totp_factors')
    .set(({ eb }) => ({ wrongCodes: eb('wrongCodes', '+', 1) }))
    .where('userId', '=', userId)
    .returning('wrongCodes')
    .executeTakeFirst()
  if (counted?.wrongCodes !== maxWrongCodes) return
  await insertNotice(tx, {
    facts: { kind: 'codes-refused', wrongCodes: maxWrongCodes },
    cause: `codes-refused:${randomUUID()}`,
    audienceId: userId,
  })
}

async function useCode(
  tx: Db,
  key: Uint8Array,
  userId: string,
  code: string,
): Promise<CodeKind | undefined> {
  const recoveryCode = readRecoveryCode(code)
  if (recoveryCode !== undefined) {
    if (!(await consumeRecoveryCode(tx, userId, recoveryCode))) return undefined
    await tx
      .updateTable('totp_factors')
      .set({ wrongCodes: 0 })
      .where('userId', '=', userId)
      .execute()
    return 'recovery-code'
  }
  return (await acceptTotp(tx, key, userId, normalizeCode(code))) ? 'totp' : undefined
}

/** Accepts a code of the app. When two sign-ins use one code at once, the update of the row succeeds for only one. */
async function acceptTotp(tx: Db, key: Uint8Array, userId: string, code: string): Promise<boolean> {
  const factor = await tx
    .selectFrom('totp_factors')
    .select('secret')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!factor) return false
  const secret = decryptSecret(key, userId, factor.secret)
  if (secret === undefined) throw conflict(secretChanged)
  const step = totpStep(secret, code)
  if (step === undefined) return false
  const { numUpdatedRows } = await tx
    .updateTable('totp_factors')
    .set({ lastStep: step, lastUsedAt: nowIso(), wrongCodes: 0 })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the code's digits: apps show them in two groups, and some keyboards type them in full width. */
export function normalizeCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/[\s\p{Pd}\u2212]/gu, '')
}

/** Returns 400, with an issue at the field of the code. */
export function codeRefused(code: string) {
  const message = readRecoveryCode(code) === undefined ? wrongCode : wrongRecoveryCode
  return badRequest(message, [{ path: 'code', message }])
}
