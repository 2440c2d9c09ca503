import type { NewPasskeyAnswer, PasskeyAnswer } from '@dashboard/contract/passkeys'
import { fromJson, toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { PasskeyRow } from '@dashboard/store/database/schema'
import { parseJson } from '@dashboard/store/outside/parse-json'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'
import { badRequest, conflict } from '../../http/app-error.ts'
import { type Challenge, readChallenge } from './passkey-challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { recordChallenge } from './tickets.ts'

/** Loaded when the first passkey is used: the library parses certificates, and few servers ever need it. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const ClientData = z.object({ challenge: z.string() })

const refused = 'The passkey was not accepted. Try again.'
const unknown =
  'This passkey belongs to no account here; it may have been removed. Log in with your password.'

interface PasskeyChecks {
  db: Db
  party: RelyingParty
  challengeKey: Uint8Array
}

/** Returns the challenge that the browser has answered, for adding a passkey of this user or a sign-in. Throws 400. */
async function requireChallenge(
  { db, challengeKey }: PasskeyChecks,
  clientDataJSON: string,
  userId?: string,
): Promise<Challenge> {
  const clientData = parseJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  const text = ClientData.safeParse(clientData).data?.challenge
  const challenge = text && (await readChallenge(db, challengeKey, text, userId))
  if (!challenge) throw tookTooLong()
  return challenge
}

/**
 * Uses the challenge up, on all servers. Only a right answer does so, so that nothing is stored for a client that sends
 * anything else. Throws 400 where it was used before.
 */
async function consumeChallenge(db: Db, { id, expiresAt }: Challenge): Promise<void> {
  if (!(await recordChallenge(db, id, toIso(expiresAt)))) throw tookTooLong()
}

function tookTooLong() {
  return badRequest('This took too long, or was sent twice. Try again.')
}

/** Checks the browser's answer for a new passkey of this user. Throws 400. */
export async function checkNewPasskey(
  checks: PasskeyChecks,
  userId: string,
  answer: NewPasskeyAnswer,
): Promise<WebAuthnCredential> {
  const { db, party } = checks
  const challenge = await requireChallenge(checks, answer.response.clientDataJSON, userId)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    ...expected(party, challenge),
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw badRequest(refused)
  await consumeChallenge(db, challenge)
  return registrationInfo.credential
}

/** Returns the passkey that signed this answer, and how often it has been used. Throws 400. */
export async function checkPasskey(
  checks: PasskeyChecks,
  answer: PasskeyAnswer,
): Promise<{ passkey: PasskeyRow; counter: number }> {
  const { db, party } = checks
  const challenge = await requireChallenge(checks, answer.response.clientDataJSON)
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
  await consumeChallenge(db, challenge)
  return { passkey, counter: authenticationInfo.newCounter }
}

function expected(party: RelyingParty, { text }: Challenge) {
  return {
    expectedChallenge: text,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }
}

/** Throws 409 where the settings allow no passkeys. */
export function requireParty(party: RelyingParty | undefined): RelyingParty {
  if (party) return party
  throw conflict(
    'Passkeys cannot be used on this server, which has no https address. An administrator can change that.',
  )
}
