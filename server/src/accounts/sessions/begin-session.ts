import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { readBearerToken, type Session } from '../../http/access-check.ts'
import { AppError, conflict } from '../../http/app-error.ts'
import { type Audit, actorOf } from '../../http/audit-trail.ts'
import { countFactors } from '../factors/factors-queries.ts'
import { recordNetwork } from '../sign-in-networks.ts'
import { recordSignIn } from '../users-queries.ts'
import { readSessionToken } from './session-token.ts'
import { endOwnSession, openSession } from './sessions.ts'

/** The client that signs in, by whatever means. */
export interface Caller {
  ip: string
  /** The caller's present session; it ends when it belongs to the user who signs in. */
  sessionId?: string | undefined
  /** The name of the device, shown in the list of sessions. */
  device?: string | undefined
}

/** Returns who signs in: from which address, with which browser, and with which present session. */
export async function readCaller(request: FastifyRequest, key: Uint8Array): Promise<Caller> {
  const token = readBearerToken(request)
  const claims = token === undefined ? undefined : await readSessionToken(key, token)
  return {
    ip: request.ip,
    sessionId: claims?.sessionId,
    device: deviceOf(request.headers['user-agent']),
  }
}

const knownBrowsers: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
const unknownDevice = 'Unknown device'
/** No real browser's user agent is as long; reading a longer one would only cost time. */
const maxUserAgentLength = 400

/** Returns what a browser says it is, in words such as "Chrome on Windows" or "Safari on iPhone". */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return unknownDevice
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, maxUserAgentLength))
  const system = os.name === 'iOS' ? (platform.model ?? os.name) : os.name
  if (!system) return unknownDevice
  // When the library does not recognize a browser, it returns the name in the user agent, which may be any text.
  if (!browser.name || !knownBrowsers.has(browser.name)) return system
  return `${browser.name.replace(/ for Android$/, '')} on ${system}`
}

export interface SessionRules {
  ttlMs: number
  /** Whether this user must have a second step. */
  isRequired: (user: Pick<UserRow, 'role'>) => boolean
}

export interface SessionDependencies {
  db: Db
  /** Signs session tokens. */
  key: Uint8Array
  rules: SessionRules
}

interface SignIn extends Caller {
  rules: SessionRules
  /** What the user signed in with, unless it was only the password. */
  by?: 'totp' | 'recovery-code' | 'passkey' | 'link' | 'openid'
}

/** Opens a session for a user whose sign-in has been checked, in the same transaction as that check. */
export async function beginSession(
  tx: Db,
  user: UserRow,
  { ip, sessionId, device, rules, by }: SignIn,
  audit: Audit<'session.create'>,
): Promise<Session> {
  const hasReplaced = sessionId !== undefined && (await endOwnSession(tx, user.id, sessionId))
  const session = await openSession(tx, user, rules.ttlMs, device, by)
  await recordSignIn(tx, user.id)
  await recordNetwork(tx, user.id, ip)
  await audit(tx, 'session.create', {
    subject: `session:${session.id}`,
    actor: actorOf(user),
    details: { ...(by && { by }), ...(hasReplaced && { replaces: `session:${sessionId}` }) },
  })
  const mustAddFactor = rules.isRequired(user) && (await countFactors(tx, user.id)) === 0
  return mustAddFactor ? { ...session, mustAddFactor } : session
}

const inactive = 'This account is inactive. Ask an administrator to activate it.'

/** Throws 403, which only the login call may do: its refusals do not end the session of the web app. */
export function refuseInactiveLogin(user: UserRow): void {
  if (!fromFlag(user.isActive)) throw new AppError(403, inactive)
}

/** Throws 409 for an inactive account at any other way to sign in. */
export function refuseInactive(user: UserRow | undefined): asserts user is UserRow {
  if (user === undefined || !fromFlag(user.isActive)) throw conflict(inactive)
}
