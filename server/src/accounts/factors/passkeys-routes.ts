import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  confirmByPasskey,
  deletePasskey,
  getPasskeyOffer,
  signInWithPasskey,
} from '@dashboard/contract/passkeys'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import { route } from '../../http/endpoint-routes.ts'
import { readCaller, type SessionDependencies } from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { removeFactor } from './own-factors.ts'
import { requireParty } from './passkey-answers.ts'
import * as passkeys from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

interface Dependencies extends SessionDependencies {
  challengeKey: Uint8Array
  readParty: () => RelyingParty | undefined
}

/** Adds the routes that add, use and remove passkeys (docs/sign-in.md#passkeys). */
export function passkeysRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, key, challengeKey, rules, readParty } = dependencies
  const checks = () => ({ db, challengeKey, party: requireParty(readParty()) })

  route(app, getPasskeyOffer, () => ({ origin: readParty()?.origin ?? null }))

  route(app, beginPasskeySignIn, async () => ({
    options: await passkeys.beginPasskeySignIn(checks()),
  }))

  route(app, signInWithPasskey, async ({ body, request, audit }) => {
    const caller = await readCaller(request, key)
    const signIn = { ...checks(), rules, audit }
    const session = await passkeys.signInWithPasskey(signIn, body.passkey, caller)
    return { token: await signSessionToken(key, session) }
  })

  route(app, confirmByPasskey, async ({ body, session }) => {
    await passkeys.confirmByPasskey(checks(), session, body.passkey)
    return { message: 'Thank you.' }
  })

  route(app, beginPasskey, async ({ session }) => ({
    options: await passkeys.beginPasskey(checks(), session),
  }))

  route(app, addPasskey, async ({ body, session, audit }) => {
    const added = await passkeys.addPasskey({ ...checks(), audit }, session, body)
    return { message: 'The passkey was added.', ...added }
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
