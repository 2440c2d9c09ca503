import type { Role } from '@dashboard/contract/account-inputs'
import type { Access } from '@dashboard/contract/endpoint'
import type { Flag } from '@dashboard/store/database/column-values'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { roleRefused, sessionEnded } from './app-error.ts'

/** The user's row as it is now, never what the token says. */
export interface SignedInUser {
  id: string
  username: string
  firstName: string
  lastName: string
  role: Role
  /** The user is asked to choose another password. */
  mustChangePassword: Flag
}

export interface Session {
  id: string
  /** Milliseconds since 1970. */
  expiresAt: number
  user: SignedInUser
}

/**
 * The session of a token: `undefined` when the token is invalid or expired, the session has ended,
 * or its user is inactive or gone. Throws when that cannot be found out.
 */
export type FindSession = (token: string) => Session | undefined | Promise<Session | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` for public calls. */
    session: Session | null
  }
  interface FastifyContextConfig {
    /** Who may call the route; every route below /api says so. */
    access?: Access
  }
}

/** The documentation pages are the same for everybody. */
const documentation = '/api/docs'

/**
 * Refuses requests from callers whom the route is not for, before the body is read. A route below
 * /api that does not declare its callers cannot be added.
 */
export function guardAccess(app: FastifyInstance, findSession: FindSession): void {
  app.decorateRequest('session', null)
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith('/api/') || url.startsWith(documentation) || config?.access) return
    throw new Error(`The route ${url} does not say who may call it`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') return done()
    const token = readBearerToken(request)
    if (token === undefined) return done(sessionEnded('Please log in.'))
    const admit = (session: Session | undefined) => done(refusal(request, session, access))
    // Most are known at once, and a promise would cost each of them more than all the rest of this.
    try {
      const found = findSession(token)
      if (found instanceof Promise) found.then(admit, done)
      else admit(found)
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Lets the session in, or says why not. */
function refusal(
  request: FastifyRequest,
  session: Session | undefined,
  access: Access,
): Error | undefined {
  if (!session) return sessionEnded()
  // Set before the role is checked, so that the log names who was refused.
  request.session = session
  return access === 'admin' && session.user.role !== 'admin' ? roleRefused() : undefined
}

export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

export function fullName(user: Pick<SignedInUser, 'firstName' | 'lastName'>): string {
  return `${user.firstName} ${user.lastName}`
}
