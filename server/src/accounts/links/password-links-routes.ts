import {
  inviteUser,
  makePasswordLink,
  openPasswordLink,
  usePasswordLink,
} from '@dashboard/contract/password-links'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/endpoint-routes.ts'
import type { CheckNewPassword } from '../common-passwords.ts'
import { readCaller, type SessionDependencies } from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { toUser } from '../users-queries.ts'
import { invite, type LinkDependencies, makeLink, setPasswordByLink } from './password-links.ts'
import { findLink } from './password-links-queries.ts'

type Dependencies = LinkDependencies & SessionDependencies & { checkNewPassword: CheckNewPassword }

/** Adds the routes for links by which users set their own password (docs/behavior.md#links-to-set-a-password). */
export function linksRoutes(
  app: FastifyInstance,
  { key, rules, checkNewPassword, ...dependencies }: Dependencies,
): void {
  const { db } = dependencies

  route(app, inviteUser, async ({ body, session, audit }) => {
    const { user, ...made } = await invite(dependencies, session, body, audit)
    return { ...made, user: toUser(user) }
  })

  route(app, makePasswordLink, ({ params: { id }, body: { emailAddress }, session, audit }) =>
    makeLink(dependencies, session, { id, emailAddress }, audit),
  )

  route(app, openPasswordLink, ({ body }) => findLink(db, body.token))

  route(app, usePasswordLink, async ({ body, request, audit }) => {
    await checkNewPassword(body.newPassword, 'newPassword')
    const caller = { ...(await readCaller(request, key)), rules }
    const session = await setPasswordByLink(db, body, caller, audit)
    return { token: session ? await signSessionToken(key, session) : null }
  })
}
