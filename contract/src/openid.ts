import { z } from 'zod'
import { Instant, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

const SignInWays = z.object({
  /** Whether everybody may sign in with a password; the rescue administrator always may. */
  password: z.boolean(),
  openId: z.object({ name: z.string() }).nullable(),
})

const StartAnswer = z.object({
  /** Address of the provider's page that the browser opens next. */
  url: z.string(),
  /**
   * The browser stores this key and sends it when the sign-in ends, so that nobody can finish a sign-in that another
   * browser began.
   */
  key: z.string(),
})

const Part = z.string().min(1, 'The answer is incomplete')

/** The provider's response, as the page's address has it, and the key from the beginning. */
const FinishInput = z.object({
  code: Part.max(4_000),
  state: Part.max(200),
  /** The provider's `iss`, where it sends one. */
  issuer: Part.max(2_000).optional(),
  key: Part.max(200),
})
export type FinishInput = z.infer<typeof FinishInput>

export const getSignInWays = defineEndpoint({
  summary: 'The ways to sign in on this server',
  path: '/api/auth/sign-in-ways',
  access: 'public',
  answer: SignInWays,
})

export const startOpenIdSignIn = defineEndpoint({
  summary: 'Begin to sign in with the OpenID provider',
  method: 'POST',
  path: '/api/auth/openid',
  access: 'public',
  audit: 'none',
  body: NoInput,
  answer: StartAnswer,
  failures: [404, 429, 502],
})

export const finishOpenIdSignIn = defineEndpoint({
  summary: 'Sign in with what the OpenID provider has sent back; once, within 10 minutes',
  method: 'POST',
  path: '/api/auth/openid/finish',
  access: 'public',
  audit: ['session.create', 'session.failed', 'user.create', 'openid.link'],
  body: FinishInput,
  answer: z.object({ token: z.string() }),
  failures: [404, 410, 502],
})

export const getOpenIdLink = defineEndpoint({
  summary: 'Whether the own account is linked to the OpenID provider',
  path: '/api/auth/openid/link',
  access: 'user',
  tokens: 'none',
  answer: z.object({
    /** The provider's name; `null` where there is none. */
    provider: z.string().nullable(),
    /** `email` is the provider's value from when the account was linked. */
    link: z.object({ email: z.string().nullable(), linkedAt: Instant }).nullable(),
  }),
})

export const startOpenIdLink = defineEndpoint({
  summary: 'Begin to link the own account to the OpenID provider; soon after signing in only',
  method: 'POST',
  path: '/api/auth/openid/link',
  access: 'user',
  tokens: 'none',
  audit: 'none',
  body: NoInput,
  answer: StartAnswer,
  failures: [404, 429, 502],
})

export const finishOpenIdLink = defineEndpoint({
  summary: 'Link the own account with what the OpenID provider has sent back',
  method: 'PUT',
  path: '/api/auth/openid/link',
  access: 'user',
  tokens: 'none',
  audit: 'openid.link',
  body: FinishInput,
  answer: MessageAnswer,
  failures: [404, 410, 502],
})

export const removeOpenIdLink = defineEndpoint({
  summary: 'Unlink the own account from the OpenID provider; soon after signing in only',
  method: 'DELETE',
  path: '/api/auth/openid/link',
  access: 'user',
  tokens: 'none',
  audit: 'openid.unlink',
  answer: MessageAnswer,
  failures: [404],
})
