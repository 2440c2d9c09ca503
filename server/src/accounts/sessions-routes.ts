import {
  endOtherSessions,
  endSession,
  endUserSessions,
  listSessions,
} from '@dashboard/contract/sessions'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { endOneSession, endOthers, listOwnSessions } from './own-sessions.ts'
import { signOutUser } from './users-service.ts'

interface Dependencies {
  db: Db
  sessionIdleMs: number | undefined
}

/** The sessions one has, and their end before their time (docs/behavior.md#list-of-sessions). */
export function sessionsRoutes(app: FastifyInstance, { db, sessionIdleMs }: Dependencies): void {
  route(app, listSessions, async ({ session }) => ({
    sessions: await listOwnSessions(db, session, sessionIdleMs),
  }))

  route(app, endSession, async ({ params, session, audit }) => {
    await endOneSession({ db, audit }, session, params.id)
    return { message: 'The device was signed out.' }
  })

  route(app, endOtherSessions, async ({ session, audit }) => {
    const ended = await endOthers({ db, audit }, session)
    return { message: othersEnded(ended) }
  })

  route(app, endUserSessions, async ({ params, user: admin, audit }) => {
    const { username } = await signOutUser({ db, audit }, admin, params.id)
    return { message: `@${username} was signed out everywhere.` }
  })
}

function othersEnded(ended: number): string {
  if (ended === 0) return 'You were not signed in anywhere else.'
  return `You were signed out on ${ended} other ${ended === 1 ? 'device' : 'devices'}.`
}
