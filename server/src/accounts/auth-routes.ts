import { changePassword, login, logout, updateProfile } from '@dashboard/contract/accounts'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { readBearerToken } from '../http/access-guard.ts'
import { sessionEnded } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { changeOwnPassword, logIn } from './login-service.ts'
import { readSessionToken, signSessionToken } from './session-token.ts'
import { endSession } from './sessions.ts'
import { changeUser } from './users-queries.ts'

interface Dependencies {
  db: Db
  /** Signs session tokens. */
  key: Uint8Array
  sessionTtlMs: number
}

/** Signing in and out, and what users change of their own (docs/behavior.md#sessions). */
export function authRoutes(app: FastifyInstance, { db, key, sessionTtlMs }: Dependencies): void {
  route(app, login, async ({ body, request }) => {
    const session = await logIn(db, { ...body, ip: request.ip }, sessionTtlMs)
    return { token: await signSessionToken(key, session) }
  })

  route(app, logout, async ({ request }) => {
    const token = readBearerToken(request)
    const claims = token === undefined ? undefined : await readSessionToken(key, token)
    if (claims) await endSession(db, claims.sessionId)
    return { message: 'You have been logged out.' }
  })

  route(app, updateProfile, async ({ body, session }) => {
    const user = await changeUser(db, session.user.id, body)
    if (!user) throw sessionEnded()
    // Of the same session, so that a poll on its way with the old token is not logged out.
    const token = await signSessionToken(key, { ...session, user })
    return { token, message: 'Your profile was updated.' }
  })

  route(app, changePassword, async ({ body, session, request }) => {
    const { currentPassword: current, newPassword: next } = body
    await changeOwnPassword(db, session, { current, next, ip: request.ip })
    return { message: 'Your password was changed.' }
  })
}
