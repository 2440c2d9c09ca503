import type { NewPasskeyAnswer, PasskeyAnswer } from '@dashboard/contract/passkeys'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { PasskeyRow } from '@dashboard/store/database/schema'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'
import { badRequest, conflict } from '../../http/app-error.ts'
import * as challenges from './passkey-challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { consumeTicket } from './tickets.ts'

/** Loaded when the first passkey is used: the library parses certificates, and few servers ever need it. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const ClientData = z.object({ challenge: z.string() })

const refused = 'The passkey was not accepted. Try again.'
const unknown =
  'This passkey belongs to no account here; it may have been removed. Log in with your password.'

/** Consumes the challenge of a new passkey, whether or not the answer turns out to be right. Throws 400. */
async function consumeSetup(db: Db, clientDataJSON: string) {
  const challenge = readChallenge(clientDataJSON)
  const ticket = challenge && (await consumeTicket(db, 'passkey-setup', challenge))
  if (!ticket) throw tookTooLong()
  return { challenge, userId: ticket.userId }
}

function tookTooLong() {
  return badRequest('This took too long, or was sent twice. Try again.')
}

export interface SignInChecks {
  db: Db
  party: RelyingParty
  challengeKey: Uint8Array
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    return ClientData.parse(JSON.parse(text)).challenge
  } catch {
    return undefined
  }
}

/** Checks the browser's answer for a new passkey of this user. Throws 400. */
export async function checkNewPasskey(
  db: Db,
  party: RelyingParty,
  userId: string,
  answer: NewPasskeyAnswer,
): Promise<WebAuthnCredential> {
  const consumed = await consumeSetup(db, answer.response.clientDataJSON)
  if (consumed.userId !== userId) throw badRequest(refused)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    ...expected(party, consumed.challenge),
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw badRequest(refused)
  return registrationInfo.credential
}

/**
 * Returns the passkey that signed this answer, and how often it has been used. Only a right answer uses up the
 * challenge, so that nothing is stored for a client that sends anything else. Throws 400.
 */
export async function checkPasskey(
  { db, party, challengeKey }: SignInChecks,
  answer: PasskeyAnswer,
): Promise<{ passkey: PasskeyRow; counter: number }> {
  const challenge = readChallenge(answer.response.clientDataJSON)
  const end = challenge && (await challenges.readChallenge(db, challengeKey, challenge))
  if (!challenge || !end || (await challenges.isConsumed(db, challenge))) throw tookTooLong()
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', answer.id)
    .executeTakeFirst()
  if (!passkey) throw badRequest(unknown)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    ...expected(party, challenge),
    credential: {
      id: passkey.credentialId,
      publicKey: Buffer.from(passkey.publicKey, 'base64url'),
      counter: passkey.counter,
      transports: fromJson<string[]>(passkey.transports),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw badRequest(refused)
  if (!(await challenges.consumeChallenge(db, challenge, end))) throw tookTooLong()
  return { passkey, counter: authenticationInfo.newCounter }
}

function expected(party: RelyingParty, expectedChallenge: string) {
  return {
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }
}

/** Throws 409 where the settings allow no passkeys. */
export function requireParty(party: RelyingParty | undefined): RelyingParty {
  if (party) return party
  throw conflict(
    'Passkeys cannot be used on this server, which was given no https address. Ask whoever runs it.',
  )
}
