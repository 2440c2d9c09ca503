import type { Role } from '@dashboard/contract/account-inputs'
import type { Access, Reach } from '@dashboard/contract/endpoint'
import { type Flag, fromFlag, type JsonText } from '@dashboard/store/database/column-values'
import type { DataVersions } from '@dashboard/store/database/data-versions'
import { scopeOfUser } from '@dashboard/store/database/scope'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionInTime } from './answer-in-time.ts'
import { outOfReach, roleRefused, secondStepRequired, sessionEnded } from './app-error.ts'

/** The user's row as it is now, never what the token says. */
export interface SignedInUser {
  id: string
  username: string
  firstName: string
  lastName: string
  /** Another user has a full name that looks the same. */
  hasNamesake: Flag
  role: Role
  /** The user is asked to choose another password. */
  mustChangePassword: Flag
  /** The circuits that the user is limited to; all when `null`. */
  circuits: JsonText | null
}

export interface Session {
  id: string
  /** Milliseconds since 1970. */
  expiresAt: number
  user: SignedInUser
  /** The user has to set up a second step before anything else. */
  mustAddFactor?: boolean
}

/** What was read of a session when a request with its token had come. */
export interface FoundSession extends Session {
  /** Of all polled data, at the same moment. */
  versions: DataVersions
}

/**
 * The session of a token: `undefined` when the token is invalid or expired, the session has ended,
 * or its user is inactive or gone. Throws when that cannot be found out.
 */
export type FindSession = (
  token: string,
) => FoundSession | undefined | Promise<FoundSession | undefined>

/** What is read for every call of somebody who is signed in. */
export type Sessions = FindSession & {
  /** Reads the same for nobody; throws when it cannot be read. */
  check(): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` for public calls. */
    session: FoundSession | null
  }
  interface FastifyContextConfig {
    /** Who may call the route; every route below /api says so. */
    access?: Access
    /** What of it limited users reach. */
    reach?: Reach
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
  app.decorateRequest('sessionMs', 0)
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith('/api/') || url.startsWith(documentation) || config?.access) return
    throw new Error(`The route ${url} does not say who may call it`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { access, reach } = request.routeOptions.config
    if (access === undefined || access === 'public') return done()
    const token = readBearerToken(request)
    if (token === undefined) return done(sessionEnded('Please log in.'))
    const admit = (session: FoundSession | undefined) =>
      done(refusal(request, session, { access, reach }))
    // Most are known at once, and a promise would cost each of them more than all the rest of this.
    try {
      const found = findSession(token)
      if (found instanceof Promise) sessionInTime(request, found).then(admit, done)
      else admit(found)
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Lets the session in, or says why not. */
function refusal(
  request: FastifyRequest,
  session: FoundSession | undefined,
  { access, reach }: { access: Access; reach: Reach | undefined },
): Error | undefined {
  if (!session) return sessionEnded()
  // Set before the role is checked, so that the log names who was refused.
  request.session = session
  if (session.mustAddFactor && !isOwnSignIn(request)) return secondStepRequired()
  if (access === 'admin' && session.user.role !== 'admin') return roleRefused()
  return reach === 'all' && scopeOfUser(session.user).circuits !== null ? outOfReach() : undefined
}

/** What everybody may do about signing in, and the names that the token says. */
function isOwnSignIn({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/auth/') ?? false
}

export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** First and last name, with the username where somebody else's look the same. */
export function fullName(
  user: Pick<SignedInUser, 'firstName' | 'lastName' | 'username' | 'hasNamesake'>,
): string {
  const name = `${user.firstName} ${user.lastName}`
  return fromFlag(user.hasNamesake) ? `${name} (${user.username})` : name
}

/** First and last name with the username, which no two users share. */
export function nameAndUsername(
  user: Pick<SignedInUser, 'firstName' | 'lastName' | 'username'>,
): string {
  return `${user.firstName} ${user.lastName} (${user.username})`
}
