import type { TokenAccess } from '@dashboard/contract/access-tokens'
import type { Access, Endpoint } from '@dashboard/contract/endpoint'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { UserRow } from '@dashboard/store/database/schema'
import { scopeOfUser } from '@dashboard/store/database/scope'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withinRequest } from './answer-in-time.ts'
import { AppError, outsideScope, roleRefused, sessionEnded } from './app-error.ts'
import { looksLikeTokenSecret } from './token-secret.ts'

export const signedInUserFields = [
  'id',
  'username',
  'firstName',
  'lastName',
  'hasNamesake',
  'role',
  'mustChangePassword',
  'circuits',
] as const

/** The user's row as it is now, never what the token says: the columns that every request of that user needs. */
export type SignedInUser = Pick<UserRow, (typeof signedInUserFields)[number]>

export interface Session {
  id: string
  /** Milliseconds since 1970. */
  expiresAt: number
  user: SignedInUser
  /** The user must set up a second step before anything else. */
  mustAddFactor?: boolean
  /** Set when a script calls with an access token; it acts as the token's user. */
  token?: { id: string; access: TokenAccess }
}

/**
 * Returns the session of a token: `undefined` when the token is invalid or expired, the session has ended, or its user
 * is inactive or gone. Throws when that cannot be read.
 */
export type FindSession = (token: string) => Promise<Session | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` for public calls. */
    session: Session | null
  }
  interface FastifyContextConfig {
    /** Who may call the route; every route below /api says so. */
    access?: Access
    /** Which access tokens may call it, where the method alone does not decide that. */
    tokens?: Endpoint['tokens']
  }
}

const invalidToken =
  'This access token is not valid: it is mistyped, has expired or was revoked, or its owner can no longer sign in.'

/** The documentation pages are the same for everybody. */
const documentation = '/api/docs'

/**
 * Refuses callers who may not call a route, before the body is read and again once it has arrived: that may take
 * minutes, in which a session may end or a role be taken away. A route below /api that does not declare its callers
 * cannot be added.
 */
export function checkAccess(app: FastifyInstance, findSession: FindSession): void {
  app.decorateRequest('session', null)
  app.decorateRequest('waitedMs', 0)
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith('/api/') || url.startsWith(documentation) || config?.access) return
    throw new Error(`The route ${url} does not say who may call it`)
  })
  const check = async (request: FastifyRequest) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    const token = readBearerToken(request)
    if (token === undefined) throw sessionEnded('Please log in.')
    const session = await withinRequest(request, findSession(token))
    if (!session) throw looksLikeTokenSecret(token) ? sessionEnded(invalidToken) : sessionEnded()
    // Set before the role is checked, so that the log names the user who was refused.
    request.session = session
    if (session.token) refuseToken(request, session.token.access)
    if (session.mustAddFactor && !isOwnSignIn(request)) {
      // 403 would end the session of the web app.
      throw new AppError(
        409,
        'This server requires a second step of administrators. Set it up under Profile first.',
        { reason: 'second-step-required' },
      )
    }
    if (access === 'admin' && session.user.role !== 'admin') throw roleRefused()
    if (access === 'unlimited' && scopeOfUser(session.user).circuits !== null) throw outsideScope()
  }
  app.addHook('onRequest', check)
  app.addHook('preHandler', async (request) => {
    if (request.body !== undefined) await check(request)
  })
}

/**
 * Throws 403 for a token at endpoints that need a person who has signed in, and for a change by a token that only
 * reads.
 */
function refuseToken({ method, routeOptions }: FastifyRequest, access: TokenAccess): void {
  const isReading = method === 'GET' || method === 'HEAD'
  const { tokens = isReading ? 'read' : 'write' } = routeOptions.config
  if (tokens === 'none') {
    throw new AppError(403, 'An access token cannot do this. Sign in to the dashboard for it.')
  }
  if (tokens === 'write' && access === 'read') {
    throw new AppError(403, 'This access token only reads. Make one that may also change things.')
  }
}

/** Whether the call is part of signing in or out, or returns the user's names. */
function isOwnSignIn({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/auth/') ?? false
}

export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Returns first and last name, with the username where another user's full name looks the same. */
export function fullName(
  user: Pick<SignedInUser, 'firstName' | 'lastName' | 'username' | 'hasNamesake'>,
): string {
  const name = `${user.firstName} ${user.lastName}`
  return fromFlag(user.hasNamesake) ? `${name} (${user.username})` : name
}

/** Returns first and last name with the username, which no two users share. */
export function nameAndUsername(
  user: Pick<SignedInUser, 'firstName' | 'lastName' | 'username'>,
): string {
  return `${user.firstName} ${user.lastName} (${user.username})`
}
