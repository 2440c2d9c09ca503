import { randomUUID } from 'node:crypto'
import { passkeyLimits } from '@dashboard/contract/limits'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  confirmByPasskey,
  deletePasskey,
  getPasskeyOffer,
  signInWithPasskey,
} from '@dashboard/contract/passkeys'
import { productName } from '@dashboard/contract/product-name'
import { fromJson, nowIso, toJson } from '@dashboard/store/database/column-values'
import { isUniqueViolation } from '@dashboard/store/database/database-errors'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { PasskeyRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FastifyInstance } from 'fastify'
import { fullName } from '../../http/access-check.ts'
import { badRequest, conflict, notFound } from '../../http/app-error.ts'
import { route } from '../../http/endpoint-routes.ts'
import {
  beginSession,
  readCaller,
  refuseInactive,
  type SessionDependencies,
} from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { addFactor, lockOwnUser, removeFactor } from './own-factors.ts'
import { checkNewPasskey, checkPasskey, requireParty } from './passkey-answers.ts'
import { makeChallenge } from './passkey-challenges.ts'
import { recordConfirmation } from './recent-sign-in.ts'
import type { RelyingParty } from './relying-party.ts'

/** How long the browser waits for the user. */
const timeoutMs = 5 * 60_000
/** Ed25519, ES256 and RS256; every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257]
const alreadyThere = 'This passkey has been added before.'

interface Dependencies extends SessionDependencies {
  challengeKey: Uint8Array
  readParty: () => RelyingParty | undefined
}

/** Adds the routes that add, use and remove passkeys (docs/sign-in.md#passkeys). */
export function passkeysRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, key, challengeKey, rules, readParty } = dependencies
  const checks = () => ({ db, challengeKey, party: requireParty(readParty()) })

  route(app, getPasskeyOffer, () => ({ origin: readParty()?.origin ?? null }))

  route(app, beginPasskeySignIn, async () => {
    const { party } = checks()
    const challenge = await makeChallenge(db, challengeKey)
    const userVerification = 'required' as const
    return { options: { challenge, rpId: party.id, timeout: timeoutMs, userVerification } }
  })

  route(app, signInWithPasskey, async ({ body, request, audit }) => {
    const caller = await readCaller(request, key)
    const { passkey, counter } = await checkPasskey(checks(), body.passkey)
    const session = await inTransaction(db, async (tx) => {
      const user = await lockUser(tx, passkey.userId)
      if (!user) throw removedMeanwhile()
      refuseInactive(user)
      await recordUse(tx, passkey, counter)
      return beginSession(tx, user, { ...caller, rules, by: 'passkey' }, audit)
    })
    return { token: await signSessionToken(key, session) }
  })

  route(app, confirmByPasskey, async ({ body, session }) => {
    const { passkey, counter } = await checkPasskey(checks(), body.passkey)
    if (passkey.userId !== session.user.id) {
      throw badRequest('This is the passkey of another account. Use one of your own.')
    }
    await inTransaction(db, async (tx) => {
      await recordUse(tx, passkey, counter)
      await recordConfirmation(tx, session)
    })
    return { message: 'Thank you.' }
  })

  route(app, beginPasskey, async ({ session }) => {
    const { party } = checks()
    const { user } = session
    return inTransaction(db, async (tx) => {
      await lockOwnUser(tx, session)
      const passkeys = await listPasskeys(tx, user.id)
      refuseTooManyPasskeys(passkeys)
      return {
        options: {
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
        },
      }
    })
  })

  route(app, addPasskey, async ({ body: { name, passkey: answer }, session, audit }) => {
    const userId = session.user.id
    const { id: credentialId, publicKey, counter } = await checkNewPasskey(checks(), userId, answer)
    const passkey = { id: randomUUID(), name, createdAt: nowIso(), lastUsedAt: null }
    const recoveryCodes = await addFactor(db, session, audit, async (tx) => {
      refuseTooManyPasskeys(await listPasskeys(tx, userId))
      await tx
        .insertInto('passkeys')
        .values({
          ...passkey,
          userId,
          credentialId,
          counter,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          transports: toJson(answer.response.transports ?? []),
        })
        .execute()
      return { kind: 'passkey', name }
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict(alreadyThere) : error
    })
    return { message: 'The passkey was added.', passkey, recoveryCodes }
  })

  route(app, deletePasskey, async ({ params, session, audit }) => {
    const removal = { db, audit, isRequired: rules.isRequired(session.user) }
    await removeFactor(removal, session, async (tx) => {
      const removed = await tx
        .deleteFrom('passkeys')
        .where('id', '=', params.id)
        .where('userId', '=', session.user.id)
        .returning('name')
        .executeTakeFirst()
      if (!removed) throw notFound('Passkey')
      return { kind: 'passkey', ...removed }
    })
    return { message: 'The passkey was removed.' }
  })
}

function refuseTooManyPasskeys(passkeys: readonly unknown[]): void {
  if (passkeys.length < passkeyLimits.perUser) return
  throw conflict(`You have ${passkeyLimits.perUser} passkeys. Remove one that you do not use.`)
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
