import type { NewPasskeyAnswer, PasskeyAnswer } from '@dashboard/contract/passkeys'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { PasskeyRow } from '@dashboard/store/database/schema'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'
import { badRequest, conflict } from '../../http/app-error.ts'
import type { RelyingParty } from './relying-party.ts'
import { spendTicket } from './tickets.ts'

/** Loaded when the first passkey is used: it parses certificates, which few servers ever need. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const ClientData = z.object({ challenge: z.string() })

const refused = 'The passkey was not accepted. Try again.'
const unknown =
  'This passkey belongs to no account here; it may have been removed. Log in with your password.'

/** The challenge that was answered; it is spent whatever comes of the answer. Throws 400. */
async function spendChallenge(
  db: Db,
  purpose: 'passkey-setup' | 'passkey-sign-in',
  clientDataJSON: string,
) {
  const challenge = readChallenge(clientDataJSON)
  const ticket = challenge === undefined ? undefined : await spendTicket(db, purpose, challenge)
  if (challenge === undefined || !ticket) {
    throw badRequest('This took too long, or was sent twice. Try again.')
  }
  return { challenge, userId: ticket.userId }
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    return ClientData.parse(JSON.parse(text)).challenge
  } catch {
    return undefined
  }
}

/** Checks what a browser answered for a new passkey of this user. Throws 400. */
export async function checkNewPasskey(
  db: Db,
  party: RelyingParty,
  userId: string,
  answer: NewPasskeyAnswer,
): Promise<WebAuthnCredential> {
  const spent = await spendChallenge(db, 'passkey-setup', answer.response.clientDataJSON)
  if (spent.userId !== userId) throw badRequest(refused)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    ...expected(party, spent.challenge),
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw badRequest(refused)
  return registrationInfo.credential
}

/** The passkey that signed this answer, and how often it was used since it was made. Throws 400. */
export async function checkPasskey(
  db: Db,
  party: RelyingParty,
  answer: PasskeyAnswer,
): Promise<{ passkey: PasskeyRow; counter: number }> {
  const { challenge } = await spendChallenge(db, 'passkey-sign-in', answer.response.clientDataJSON)
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
    'Passkeys cannot be used on this server: PUBLIC_URL has to be set to an https address.',
  )
}
