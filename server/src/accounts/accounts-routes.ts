import type { Db } from '@dashboard/store/database/open-database'
import type { Settings } from '@dashboard/store/settings'
import type { FastifyInstance } from 'fastify'
import { authRoutes } from './auth-routes.ts'
import { linksRoutes } from './links/links-routes.ts'
import type { LinkDependencies } from './links/links-service.ts'
import { openIdRoutes } from './openid/openid-routes.ts'
import { sessionsRoutes } from './sessions-routes.ts'
import { usersRoutes } from './users-routes.ts'

interface Dependencies {
  db: Db
  /** Signs session tokens. */
  key: Uint8Array
  settings: Pick<Settings, 'sessionTtlMs' | 'sessionIdleMs' | 'signIn' | 'notices'>
  sendMail: LinkDependencies['sendMail']
}

/** Signing in by any way, the sessions that follow, and the accounts themselves. */
export function accountsRoutes(
  app: FastifyInstance,
  { db, key, settings, sendMail }: Dependencies,
): void {
  const { sessionTtlMs, sessionIdleMs, signIn, notices } = settings
  authRoutes(app, { db, key, sessionTtlMs, signIn })
  openIdRoutes(app, { db, key, sessionTtlMs, signIn })
  linksRoutes(app, { db, key, sessionTtlMs, sendMail, publicUrl: notices.publicUrl })
  sessionsRoutes(app, { db, sessionIdleMs })
  usersRoutes(app, { db })
}
