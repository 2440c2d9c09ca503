import type { Db } from '@dashboard/store/database/open-database'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { deriveSigningKey } from '../http/signing-key.ts'
import { authRoutes } from './auth-routes.ts'
import { newPasswordCheck } from './common-passwords.ts'
import { factorsRoutes } from './factors/factors-routes.ts'
import { passkeysRoutes } from './factors/passkeys-routes.ts'
import { relyingPartyOf } from './factors/relying-party.ts'
import type { LinkDependencies } from './links/password-links.ts'
import { linksRoutes } from './links/password-links-routes.ts'
import { signInLinksRoutes } from './links/sign-in-links.ts'
import { openIdRoutes } from './openid/openid-routes.ts'
import type { SessionRules } from './sessions/begin-session.ts'
import { sessionsRoutes } from './sessions/sessions-routes.ts'
import { tokensRoutes } from './tokens/tokens-routes.ts'
import { usersRoutes } from './users-routes.ts'

interface Dependencies {
  db: Db
  settings: Settings & { sessionSecret: string }
  sendMail: LinkDependencies['sendMail']
}

export function accountsRoutes(
  app: FastifyInstance,
  { db, settings, sendMail }: Dependencies,
): void {
  const { sessionSecret, sessionTtlMs, sessionIdleMs, secondFactor, signIn, notices } = settings
  const key = deriveSigningKey(sessionSecret, 'session')
  const readParty = () => relyingPartyOf(settings, listeningPort(app) ?? settings.port)
  const rules: SessionRules = {
    ttlMs: sessionTtlMs,
    isRequired: ({ role }) => secondFactor === 'administrators' && role === 'admin',
  }
  const shared = {
    db,
    key,
    rules,
    readParty,
    checkNewPassword: newPasswordCheck(settings),
    totpKey: deriveSigningKey(sessionSecret, 'totp-secrets'),
  }
  authRoutes(app, { ...shared, signIn })
  openIdRoutes(app, { ...shared, signIn })
  factorsRoutes(app, shared)
  const challengeKey = deriveSigningKey(sessionSecret, 'passkey-challenge')
  passkeysRoutes(app, { ...shared, challengeKey })
  signInLinksRoutes(app, shared)
  linksRoutes(app, { ...shared, sendMail, publicUrl: notices.publicUrl })
  sessionsRoutes(app, { db, sessionIdleMs })
  tokensRoutes(app, { db })
  usersRoutes(app, shared)
}

/** Returns the port once the server listens, also when the system chose it. */
function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return address !== null && typeof address === 'object' ? address.port : undefined
}
