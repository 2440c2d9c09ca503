import { z } from 'zod'
import { IdParams, Instant, MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { accessTokens } from './limits.ts'
import { nameText } from './person-names.ts'

/** Whether a token only reads, or may also change what its owner may change. */
export const TokenAccess = z.enum(['read', 'write'], { error: 'access must be read or write' })
export type TokenAccess = z.infer<typeof TokenAccess>

export const CreateTokenInput = z.object({
  name: nameText('Name', accessTokens.nameLength),
  access: TokenAccess.default('read'),
  /** Number of days until the token expires. */
  days: z
    .int(`days must be a whole number from 1 to ${accessTokens.maxDays}`)
    .min(1, `days must be a whole number from 1 to ${accessTokens.maxDays}`)
    .max(accessTokens.maxDays, `days must be a whole number from 1 to ${accessTokens.maxDays}`)
    .default(90),
})
export type CreateTokenInput = z.output<typeof CreateTokenInput>

/** Describes a token; its secret is never included. */
export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  access: TokenAccess,
  createdAt: Instant,
  expiresAt: Instant,
  isExpired: z.boolean(),
  /** Up to a minute old; `null` for a token that was never used. */
  lastUsedAt: Instant.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

const AccessTokens = z.object({ tokens: z.array(AccessToken) })

export const listTokens = defineEndpoint({
  summary: "One's own access tokens, newest first",
  path: '/api/auth/tokens',
  access: 'user',
  tokens: 'none',
  answer: AccessTokens,
})

export const createToken = defineEndpoint({
  summary: 'Make an access token, whose secret is answered this once',
  method: 'POST',
  path: '/api/auth/tokens',
  access: 'user',
  tokens: 'none',
  audit: 'token.create',
  body: CreateTokenInput,
  status: 201,
  answer: z.object({ message: z.string(), token: AccessToken, secret: z.string() }),
})

export const revokeToken = defineEndpoint({
  summary: "Revoke one of one's own access tokens",
  method: 'DELETE',
  path: '/api/auth/tokens/:id',
  access: 'user',
  tokens: 'none',
  audit: 'token.revoke',
  params: IdParams,
  answer: MessageAnswer,
})

export const listUserTokens = defineEndpoint({
  summary: "A user's access tokens, newest first",
  tag: 'Users',
  path: '/api/users/:id/tokens',
  access: 'admin',
  tokens: 'none',
  params: IdParams,
  answer: AccessTokens,
})

export const revokeUserToken = defineEndpoint({
  summary: "Revoke one of a user's access tokens",
  tag: 'Users',
  method: 'DELETE',
  path: '/api/users/:id/tokens/:tokenId',
  access: 'admin',
  tokens: 'none',
  audit: 'token.revoke',
  params: IdParams.extend({ tokenId: IdParams.shape.id }),
  answer: MessageAnswer,
})
