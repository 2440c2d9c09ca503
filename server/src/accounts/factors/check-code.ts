import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { badRequest, conflict, gone } from '../../http/app-error.ts'
import { beginAttempt, deleteFailures, withdrawAttempt } from '../login-throttle.ts'
import { lockUser } from '../users-queries.ts'
import { readRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { openSecret } from './sealed-secret.ts'
import { totpStep } from './totp.ts'

const wrongCode =
  'This code is not right. Each code works once: wait for the next one, or check the time of your phone.'
const wrongRecoveryCode = 'This recovery code is not right, or was used before.'
const secretChanged =
  'Codes of your authenticator app no longer work, since the secret of this server has changed. Use a recovery code or a passkey, or ask an administrator.'

export type CodeKind = 'totp' | 'recovery-code'

interface Attempt {
  user: UserRow
  code: string
  ip: string
}

/**
 * Runs `work` in a transaction in which the user's row is locked, and the code was accepted and is used up. A wrong
 * code is counted as passwords are, by account and address. Throws 400, 409, 410 or 429.
 */
export async function withCode<T>(
  db: Db,
  key: Uint8Array,
  { user, code, ip }: Attempt,
  work: (tx: Db, current: UserRow, kind: CodeKind) => Promise<T>,
): Promise<T> {
  const target = { username: user.username, userId: user.id, isCode: true }
  const attempt = await beginAttempt(db, target, ip)
  let isWrong = false
  try {
    const result = await db.transaction().execute(async (tx) => {
      const current = await lockUser(tx, user.id)
      if (!current) throw gone('This account no longer exists.')
      const kind = await useCode(tx, key, user.id, code)
      isWrong = kind === undefined
      if (kind === undefined) throw codeRefused(code)
      return work(tx, current, kind)
    })
    await deleteFailures(db, attempt)
    return result
  } catch (error) {
    if (!isWrong) await withdrawAttempt(db, attempt)
    throw error
  }
}

async function useCode(
  tx: Db,
  key: Uint8Array,
  userId: string,
  code: string,
): Promise<CodeKind | undefined> {
  const recoveryCode = readRecoveryCode(code)
  if (recoveryCode !== undefined) {
    return (await spendRecoveryCode(tx, userId, recoveryCode)) ? 'recovery-code' : undefined
  }
  return (await acceptTotp(tx, key, userId, plainCode(code))) ? 'totp' : undefined
}

/** Of two sign-ins with one code at once, the row lets one pass. */
async function acceptTotp(tx: Db, key: Uint8Array, userId: string, code: string): Promise<boolean> {
  const factor = await tx
    .selectFrom('totp_factors')
    .select('secret')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!factor) return false
  const secret = openSecret(key, userId, factor.secret)
  if (secret === undefined) throw conflict(secretChanged)
  const step = totpStep(secret, code)
  if (step === undefined) return false
  const { numUpdatedRows } = await tx
    .updateTable('totp_factors')
    .set({ lastStep: step, lastUsedAt: nowIso() })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** As apps show it in two groups, some people type it. */
export function plainCode(code: string): string {
  return code.replaceAll(/\s/g, '')
}

/** 400, at the field of the code. */
export function codeRefused(code: string) {
  const message = readRecoveryCode(code) === undefined ? wrongCode : wrongRecoveryCode
  return badRequest(message, [{ path: 'code', message }])
}
