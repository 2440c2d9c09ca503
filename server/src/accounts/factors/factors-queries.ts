import type { SecondFactor, SecondFactorWay } from '@dashboard/contract/accounts'
import type { Factors } from '@dashboard/contract/factors'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { issueTicket } from './tickets.ts'

export async function readFactors(
  db: Db,
  userId: string,
): Promise<Pick<Factors, 'totp' | 'passkeys' | 'recoveryCodes'>> {
  const totp = await db
    .selectFrom('totp_factors')
    .select(['createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const codes = db.selectFrom('recovery_codes').where('userId', '=', userId)
  return { totp: totp ?? null, passkeys, recoveryCodes: await countRows(codes) }
}

/** Returns how many second steps the user has set up; recovery codes alone do not count. */
export async function countFactors(db: Db, userId: string): Promise<number> {
  const { totp, passkeys } = await readFactors(db, userId)
  return passkeys.length + (totp ? 1 : 0)
}

/**
 * Begins the second step of a sign-in; returns `undefined` when the user has set up none. The user's row must be
 * locked.
 */
export async function askSecondStep(
  tx: Db,
  userId: string,
  hasPasskeys: boolean,
): Promise<SecondFactor | undefined> {
  const { totp, passkeys, recoveryCodes } = await readFactors(tx, userId)
  if (!totp && passkeys.length === 0) return undefined
  const ways: SecondFactorWay[] = []
  if (totp) ways.push('totp')
  if (passkeys.length > 0 && hasPasskeys) ways.push('passkey')
  if (recoveryCodes > 0) ways.push('recovery-code')
  return { ticket: await issueTicket(tx, 'second-step', { userId }), ways }
}

/** Removes all second steps of the user; returns how many there were. */
export async function deleteFactors(tx: Db, userId: string): Promise<number> {
  const factors = await countFactors(tx, userId)
  await tx.deleteFrom('totp_factors').where('userId', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await deleteRecoveryCodes(tx, userId)
  return factors
}
