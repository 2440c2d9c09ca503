import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import type { FastifyRequest } from 'fastify'
import { readBearerToken, type Session } from '../http/access-guard.ts'
import { type Audit, actorOf } from '../http/audit-trail.ts'
import { deviceOf } from './device.ts'
import { readSessionToken } from './session-token.ts'
import { endOwnSession, openSession } from './sessions.ts'
import { noteNetwork } from './sign-in-networks.ts'
import { noteSignIn } from './users-queries.ts'

/** Who signs in, before it is known which user that is. */
export interface Caller {
  /** Where the caller is, for throttling. */
  ip: string
  /** The session that the caller still has; it ends when it is of the user who signs in. */
  sessionId?: string | undefined
  /** What the caller's sessions are listed by. */
  device?: string | undefined
}

export async function readCaller(request: FastifyRequest, key: Uint8Array): Promise<Caller> {
  const token = readBearerToken(request)
  const claims = token === undefined ? undefined : await readSessionToken(key, token)
  const device = deviceOf(request.headers['user-agent'])
  return { ip: request.ip, sessionId: claims?.sessionId, device }
}

interface Beginning extends Caller {
  ttlMs: number
  /** By what the user has signed in, where it was not the password. */
  by?: 'openid' | 'link'
}

/** Opens a session for a user who has shown who they are, and notes the sign-in; last in its transaction. */
export async function beginSession(
  tx: Db,
  user: UserRow,
  { ip, sessionId, device, ttlMs, by }: Beginning,
  audit: Audit<'session.create'>,
): Promise<Session> {
  const hasReplaced = sessionId !== undefined && (await endOwnSession(tx, user.id, sessionId))
  const session = await openSession(tx, user, ttlMs, device)
  await noteSignIn(tx, user.id)
  await noteNetwork(tx, user.id, ip)
  await audit(tx, 'session.create', {
    subject: `session:${session.id}`,
    actor: actorOf(user),
    details: { ...(by && { by }), ...(hasReplaced && { replaces: `session:${sessionId}` }) },
  })
  return session
}
