import { z } from 'zod'
import { CodeInput, ConfirmInput } from './account-inputs.ts'
import { IdParams, Instant, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

const Factor = z.object({ createdAt: Instant, lastUsedAt: Instant.nullable() })

export const Passkey = Factor.extend({ id: z.string(), name: z.string() })
export type Passkey = z.infer<typeof Passkey>

/** Sign-in factors that a user has besides the password. */
export const Factors = z.object({
  /** The authenticator app; `null` without one. */
  totp: Factor.nullable(),
  /** Oldest first. */
  passkeys: z.array(Passkey),
  recoveryCodes: z.int(),
  /** Whether the server requires a second step of this user. */
  isRequired: z.boolean(),
  /** The session was just opened by a sign-in link, so the password can be replaced without the current one. */
  canReplacePassword: z.boolean(),
})
export type Factors = z.infer<typeof Factors>

/** Codes shown only in this response; `null` when the user already has some. */
export const newRecoveryCodes = z.array(z.string()).nullable()

export const takeSecondStep = defineEndpoint({
  summary: 'Finish a sign-in by a code of the authenticator app, or a recovery code',
  tag: 'Sessions',
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'public',
  audit: ['session.create', 'session.failed'],
  body: CodeInput,
  answer: z.object({ token: z.string() }),
  failures: [409, 410, 429],
})

export const confirmSession = defineEndpoint({
  summary: 'Confirm the sign-in again, by password or code, before factors are changed',
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'user',
  tokens: 'none',
  audit: 'none',
  body: ConfirmInput,
  answer: MessageAnswer,
  failures: [410, 429],
})

export const getFactors = defineEndpoint({
  summary: 'Sign-in methods besides the password',
  path: '/api/auth/factors',
  access: 'user',
  tokens: 'none',
  answer: Factors,
})

export const beginTotp = defineEndpoint({
  summary: 'A key for an authenticator app; it is valid once a code of the app has been sent',
  method: 'POST',
  path: '/api/auth/factors/totp',
  access: 'user',
  tokens: 'none',
  audit: 'none',
  body: NoInput,
  answer: z.object({
    ticket: z.string(),
    /** The secret as text, for typing it into the app. */
    secret: z.string(),
    /** The same secret as an `otpauth:` address, for a QR code. */
    address: z.string(),
  }),
})

export const finishTotp = defineEndpoint({
  summary: 'Add the authenticator app, in place of an earlier one, by a code of it',
  method: 'PUT',
  path: '/api/auth/factors/totp',
  access: 'user',
  tokens: 'none',
  audit: 'factor.create',
  body: CodeInput,
  answer: z.object({ message: z.string(), recoveryCodes: newRecoveryCodes }),
  failures: [410],
})

export const deleteTotp = defineEndpoint({
  summary: 'Remove the authenticator app',
  method: 'DELETE',
  path: '/api/auth/factors/totp',
  access: 'user',
  tokens: 'none',
  audit: 'factor.delete',
  answer: MessageAnswer,
  failures: [404],
})

export const renewRecoveryCodes = defineEndpoint({
  summary: 'New recovery codes in place of all earlier ones',
  method: 'POST',
  path: '/api/auth/factors/recovery-codes',
  access: 'user',
  tokens: 'none',
  audit: 'recovery-codes.create',
  body: NoInput,
  answer: z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
})

export const resetFactors = defineEndpoint({
  summary: "Remove all of a user's second steps; ends all of the user's sessions",
  tag: 'Users',
  method: 'DELETE',
  path: '/api/users/:id/factors',
  access: 'admin',
  tokens: 'none',
  audit: 'user.factors.reset',
  params: IdParams,
  answer: MessageAnswer,
})
