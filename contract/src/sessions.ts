import { z } from 'zod'
import { IdParams, Instant, MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

export const OwnSession = z.object({
  id: z.string(),
  createdAt: Instant,
  /** Up to a few minutes old, except for the session that makes the request. */
  lastSeenAt: Instant,
  /** Browser and system in words, such as `Chrome on Windows`. */
  device: z.string(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listSessions = defineEndpoint({
  summary: "One's own sessions, the one that asks first",
  path: '/api/auth/sessions',
  access: 'user',
  tokens: 'none',
  answer: z.object({ sessions: z.array(OwnSession) }),
})

export const endSession = defineEndpoint({
  summary: "End one of one's own sessions",
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'user',
  tokens: 'none',
  audit: 'session.end',
  params: IdParams,
  answer: MessageAnswer,
})

export const endOtherSessions = defineEndpoint({
  summary: "End all of one's own sessions but the one that asks",
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'user',
  tokens: 'none',
  audit: 'session.end-others',
  answer: MessageAnswer,
})

export const endUserSessions = defineEndpoint({
  summary: "End all of another user's sessions",
  tag: 'Users',
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'admin',
  tokens: 'none',
  audit: 'user.sign-out',
  params: IdParams,
  answer: MessageAnswer,
})
