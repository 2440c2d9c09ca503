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
import { route } from '../../http/endpoint-routes.ts'
import { readCaller, type SessionDependencies } from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { removePasskey } from './own-factors.ts'
import { requireParty } from './passkey-answers.ts'
import * as passkeys from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

interface Dependencies extends SessionDependencies {
  challengeKey: Uint8Array
  /** Returns where passkeys can be used, if anywhere. */
  readParty: () => RelyingParty | undefined
}

/** Adds the routes that add, use and remove passkeys (docs/sign-in.md#passkeys). */
export function passkeysRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, key, challengeKey, rules, readParty } = dependencies
  const party = () => requireParty(readParty())

  route(app, getPasskeyOffer, () => ({ origin: readParty()?.origin ?? null }))

  route(app, beginPasskeySignIn, async () => ({
    options: await passkeys.beginPasskeySignIn({ db, party: party(), challengeKey }),
  }))

  route(app, signInWithPasskey, async ({ body, request, audit }) => {
    const caller = await readCaller(request, key)
    const signIn = { db, party: party(), challengeKey, rules, audit }
    const session = await passkeys.signInWithPasskey(signIn, body.passkey, caller)
    return { token: await signSessionToken(key, session) }
  })

  route(app, confirmByPasskey, async ({ body, session }) => {
    await passkeys.confirmByPasskey({ db, party: party(), challengeKey }, session, body.passkey)
    return { message: 'Thank you.' }
  })

  route(app, beginPasskey, async ({ session }) => ({
    options: await passkeys.beginPasskey({ db, party: party() }, session),
  }))

  route(app, addPasskey, async ({ body, session, audit }) => {
    const added = await passkeys.addPasskey({ db, party: party(), audit }, session, body)
    return { message: 'The passkey was added.', ...added }
  })

  route(app, deletePasskey, async ({ params, session, audit }) => {
    const removal = { db, audit, isRequired: rules.isRequired(session.user) }
    await removePasskey(removal, session, params.id)
    return { message: 'The passkey was removed.' }
  })
}
