import { randomUUID } from 'node:crypto'
import { passkeyLimits, productName } from '@dashboard/contract/limits'
import type { NewPasskeyAnswer, PasskeyAnswer } from '@dashboard/contract/passkeys'
import { fromJson, nowIso, toJson } from '@dashboard/store/database/column-values'
import { isUniqueViolation } from '@dashboard/store/database/database-errors'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { PasskeyRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { fullName, type Session } from '../../http/access-check.ts'
import { badRequest, conflict } from '../../http/app-error.ts'
import type { Audit } from '../../http/audit-trail.ts'
import {
  beginSession,
  type Caller,
  refuseInactive,
  type SessionRules,
} from '../sessions/begin-session.ts'
import { addFactor, lockOwnUser } from './own-factors.ts'
import { checkNewPasskey, checkPasskey, type PasskeyChecks } from './passkey-answers.ts'
import { makeChallenge } from './passkey-challenges.ts'
import { confirmSession } from './recent-sign-in.ts'

/** How long the browser waits for the user. */
const timeoutMs = 5 * 60_000
/** Ed25519, ES256 and RS256; every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257]
const alreadyThere = 'This passkey has been added before.'

/** Returns what the browser needs to create a passkey. Throws 409. */
export async function beginPasskey({ db, party, challengeKey }: PasskeyChecks, session: Session) {
  const { user } = session
  return inTransaction(db, async (tx) => {
    await lockOwnUser(tx, session)
    const passkeys = await listPasskeys(tx, user.id)
    refuseTooMany(passkeys)
    return {
      challenge: await makeChallenge(tx, challengeKey, user.id),
      rp: { id: party.id, name: productName },
      user: {
        id: Buffer.from(user.id).toString('base64url'),
        name: user.username,
        displayName: fullName(user),
      },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: timeoutMs,
      excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({
        id,
        type: 'public-key' as const,
        transports: fromJson<string[]>(transports),
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    }
  })
}

function refuseTooMany(passkeys: readonly unknown[]): void {
  if (passkeys.length < passkeyLimits.perUser) return
  throw conflict(`You have ${passkeyLimits.perUser} passkeys. Remove one that you do not use.`)
}

/** Adds the passkey that the browser has created. Throws 400 or 409. */
export async function addPasskey(
  { audit, ...checks }: PasskeyChecks & { audit: Audit<'factor.create'> },
  session: Session,
  { name, passkey: answer }: { name: string; passkey: NewPasskeyAnswer },
) {
  const { db } = checks
  const userId = session.user.id
  const { id: credentialId, publicKey, counter } = await checkNewPasskey(checks, userId, answer)
  const added = { id: randomUUID(), name, createdAt: nowIso(), lastUsedAt: null }
  try {
    const recoveryCodes = await addFactor(db, session, audit, async (tx) => {
      refuseTooMany(await listPasskeys(tx, userId))
      await tx
        .insertInto('passkeys')
        .values({
          ...added,
          userId,
          credentialId,
          counter,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          transports: toJson(answer.response.transports ?? []),
        })
        .execute()
      return { kind: 'passkey', name }
    })
    return { passkey: added, recoveryCodes }
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(alreadyThere) : error
  }
}

/** Returns what the browser needs to sign in with any passkey that it has for this server. */
export async function beginPasskeySignIn({ db, party, challengeKey }: PasskeyChecks) {
  const challenge = await makeChallenge(db, challengeKey)
  const userVerification = 'required' as const
  return { challenge, rpId: party.id, timeout: timeoutMs, userVerification }
}

interface SignIn extends PasskeyChecks {
  rules: SessionRules
  audit: Audit<'session.create'>
}

/** Signs in the user to whom the passkey belongs. Throws 400 or 409. */
export async function signInWithPasskey(
  { rules, audit, ...checks }: SignIn,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<Session> {
  const { db } = checks
  const { passkey, counter } = await checkPasskey(checks, answer)
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, passkey.userId)
    if (!user) throw removedMeanwhile()
    refuseInactive(user)
    await recordUse(tx, passkey, counter)
    return beginSession(tx, user, { ...caller, rules, by: 'passkey' }, audit)
  })
}

/** Confirms who the session's user is, by one of the user's own passkeys. Throws 400. */
export async function confirmByPasskey(
  checks: PasskeyChecks,
  session: Session,
  answer: PasskeyAnswer,
): Promise<void> {
  const { db } = checks
  const { passkey, counter } = await checkPasskey(checks, answer)
  if (passkey.userId !== session.user.id) {
    throw badRequest('This is the passkey of another account. Use one of your own.')
  }
  await inTransaction(db, async (tx) => {
    await recordUse(tx, passkey, counter)
    await confirmSession(tx, session)
  })
}

function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).execute()
}

async function recordUse(tx: Db, { id }: PasskeyRow, counter: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: nowIso() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw removedMeanwhile()
}

function removedMeanwhile() {
  return badRequest('This passkey has just been removed. Log in with your password.')
}
