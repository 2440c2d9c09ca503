import {
  inviteUser,
  makePasswordLink,
  openPasswordLink,
  usePasswordLink,
} from '@dashboard/contract/password-links'
import { fromFlag } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../http/audit-trail.ts'
import { route } from '../../http/endpoint-routes.ts'
import type { CheckNewPassword } from '../common-passwords.ts'
import { countFactors } from '../factors/factors-queries.ts'
import { deleteFailuresOf } from '../login-throttle.ts'
import { hashPassword } from '../passwords.ts'
import { beginSession, readCaller, type SessionDependencies } from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { endAccessOf } from '../tokens/end-access.ts'
import { replacePassword, toUser } from '../users-queries.ts'
import { invite, type LinkDependencies, makeLink } from './password-links.ts'
import { consumeLink, findLink, linkOver } from './password-links-queries.ts'

type Dependencies = LinkDependencies & SessionDependencies & { checkNewPassword: CheckNewPassword }

/** Adds the routes for links by which users set their own password (docs/accounts.md#links-to-set-a-password). */
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
    const caller = await readCaller(request, key)
    await findLink(db, body.token)
    const hash = await hashPassword(body.newPassword)
    const session = await inTransaction(db, async (tx) => {
      const { userId, kind } = await consumeLink(tx, body.token)
      const user = await lockUser(tx, userId)
      if (user === undefined || !fromFlag(user.isActive)) throw linkOver()
      await replacePassword(tx, userId, { hash, mustChange: false })
      const { revoked } = await endAccessOf(tx, userId)
      await deleteFailuresOf(tx, userId)
      const details = { username: user.username, kind, ...revoked }
      const actor = actorOf(user)
      await audit(tx, 'account-link.use', { subject: `user:${userId}`, actor, details })
      // A link does not replace a second step.
      if ((await countFactors(tx, userId)) > 0) return undefined
      const changed = { ...user, mustChangePassword: 0 as const }
      return beginSession(tx, changed, { ...caller, rules, by: 'link' }, audit)
    })
    return { token: session ? await signSessionToken(key, session) : null }
  })
}
