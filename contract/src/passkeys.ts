import { z } from 'zod'
import { IdParams, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { newRecoveryCodes, Passkey } from './factors.ts'
import { passkeyLimits } from './limits.ts'
import { nameText } from './person-names.ts'

/*
 * Server and browser exchange the JSON of the Web Authentication standard; these schemas have the parts that are used.
 * Bytes are base64url.
 */

const bytes = z.string().max(100_000)
const kind = z.literal('public-key')
const credential = z.object({
  id: z.string(),
  type: kind,
  transports: z.array(z.string()).optional(),
})

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: kind })),
  timeout: z.number(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})

const answered = { id: bytes, rawId: bytes, type: kind }

export const NewPasskeyAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
})
export type NewPasskeyAnswer = z.infer<typeof NewPasskeyAnswer>

export const PasskeyAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

const PasskeyInput = z.object({ passkey: PasskeyAnswer })

export const getPasskeyOffer = defineEndpoint({
  summary: 'At which address passkeys can be used',
  tag: 'Sessions',
  path: '/api/auth/passkey',
  access: 'public',
  answer: z.object({
    /** Origin of the pages that can use passkeys; `null` where the settings allow none. */
    origin: z.string().nullable(),
  }),
})

export const beginPasskeySignIn = defineEndpoint({
  summary: 'A challenge for whatever passkey the browser has; good once, for five minutes',
  tag: 'Sessions',
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'public',
  audit: 'none',
  body: NoInput,
  answer: z.object({ options: RequestOptions }),
  failures: [409],
})

export const signInWithPasskey = defineEndpoint({
  summary: 'Sign in with a passkey, which stands for password and second step',
  tag: 'Sessions',
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'public',
  audit: 'session.create',
  body: PasskeyInput,
  answer: z.object({ token: z.string() }),
  failures: [409],
})

export const confirmByPasskey = defineEndpoint({
  summary: 'Confirm the sign-in again, by a passkey, before factors are changed',
  method: 'POST',
  path: '/api/auth/confirm/passkey',
  access: 'user',
  tokens: 'none',
  audit: 'none',
  body: PasskeyInput,
  answer: MessageAnswer,
})

export const beginPasskey = defineEndpoint({
  summary: 'What the browser needs to make a passkey',
  method: 'POST',
  path: '/api/auth/factors/passkeys/options',
  access: 'user',
  tokens: 'none',
  audit: 'none',
  body: NoInput,
  answer: z.object({ options: CreationOptions }),
})

export const addPasskey = defineEndpoint({
  summary: 'Add the passkey that the browser has made',
  method: 'POST',
  path: '/api/auth/factors/passkeys',
  access: 'user',
  tokens: 'none',
  audit: 'factor.create',
  body: z.object({
    name: nameText('Name', passkeyLimits.nameLength),
    passkey: NewPasskeyAnswer,
  }),
  status: 201,
  answer: z.object({
    message: z.string(),
    passkey: Passkey,
    recoveryCodes: newRecoveryCodes,
  }),
})

export const deletePasskey = defineEndpoint({
  summary: 'Remove a passkey',
  method: 'DELETE',
  path: '/api/auth/factors/passkeys/:id',
  access: 'user',
  tokens: 'none',
  audit: 'factor.delete',
  params: IdParams,
  answer: MessageAnswer,
})
