import type { SecondFactor, SecondFactorWay } from '@dashboard/contract/accounts'
import type { Factors } from '@dashboard/contract/factors'
import type { Db } from '@dashboard/store/database/open-database'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { issueTicket } from './tickets.ts'

/** What the user signs in with besides the password. */
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
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return { totp: totp ?? null, passkeys, recoveryCodes: codes }
}

/** How many second steps the user has set up; recovery codes are none by themselves. */
export async function countFactors(db: Db, userId: string): Promise<number> {
  const { totp, passkeys } = await readFactors(db, userId)
  return passkeys.length + (totp ? 1 : 0)
}

/** Asks the user for a second step; `undefined` when none was set up. The user's row is locked. */
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

/** Recovery codes with the first second step; `null` for who had one before. The user's row is locked. */
export async function makeFirstRecoveryCodes(
  tx: Db,
  userId: string,
  factorsBefore: number,
): Promise<string[] | null> {
  return factorsBefore === 0 ? replaceRecoveryCodes(tx, userId) : null
}

/** Removes all second steps of the user; returns how many there were. */
export async function deleteFactors(tx: Db, userId: string): Promise<number> {
  const factors = await countFactors(tx, userId)
  await tx.deleteFrom('totp_factors').where('userId', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await deleteRecoveryCodes(tx, userId)
  return factors
}
