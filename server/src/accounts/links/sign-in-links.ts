import { openSignInLink, replaceLostPassword } from '@dashboard/contract/sign-in-links'
import { fromFlag } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { conflict, gone } from '../../http/app-error.ts'
import { auditAsConsole } from '../../http/audit-trail.ts'
import { route } from '../../http/endpoint-routes.ts'
import type { CheckNewPassword } from '../common-passwords.ts'
import { isFreshFromLink } from '../factors/recent-sign-in.ts'
import { isLoopback } from '../factors/relying-party.ts'
import { consumeTicket, issueTicket } from '../factors/tickets.ts'
import { deleteFailuresOf } from '../login-throttle.ts'
import { hashPassword } from '../passwords.ts'
import {
  beginSession,
  readCaller,
  refuseInactive,
  type SessionDependencies,
} from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { endAccessOf } from '../tokens/end-access.ts'
import { findUserByUsername, replacePassword } from '../users-queries.ts'

interface MadeLink {
  username: string
  /** `undefined` for an inactive account, which cannot sign in. */
  link: string | undefined
}

/**
 * Creates a link that signs the user in once within 15 minutes, without password and second step; earlier links stop
 * working. Returns `undefined` when there is no such user.
 */
export async function makeSignInLink(db: Db, username: string): Promise<MadeLink | undefined> {
  return inTransaction(db, async (tx) => {
    const user = await findUserByUsername(tx, username)
    if (!user) return undefined
    if (!fromFlag(user.isActive)) return { username: user.username, link: undefined }
    await tx
      .deleteFrom('sign_in_tickets')
      .where('userId', '=', user.id)
      .where('purpose', '=', 'link')
      .execute()
    const link = await issueTicket(tx, 'link', { userId: user.id })
    const details = { username: user.username }
    await auditAsConsole(tx, 'sign-in-link.create', { subject: `user:${user.id}`, details })
    return { username: user.username, link }
  })
}

/** Returns the link's address. Browsers do not send what is after `#`, so it appears in no server's log. */
export function addressOfLink(
  { notices: { publicUrl }, host, port }: Pick<Settings, 'notices' | 'host' | 'port'>,
  link: string,
): string {
  const own = isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const name = own.includes(':') ? `[${own}]` : own
  return `${publicUrl ?? `http://${name}:${port}`}/login#link=${link}`
}

interface Dependencies extends SessionDependencies {
  checkNewPassword: CheckNewPassword
}

/**
 * Adds the route for signing in by a link, for users who have lost everything else (docs/sign-in.md#a-sign-in-link).
 */
export function signInLinksRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, key, rules, checkNewPassword } = dependencies
  route(app, openSignInLink, async ({ body, request, audit }) => {
    const caller = await readCaller(request, key)
    const session = await inTransaction(db, async (tx) => {
      const { userId } = (await consumeTicket(tx, 'link', body.link)) ?? {}
      const user = userId ? await lockUser(tx, userId) : undefined
      if (!user) {
        throw gone('This link was used before, or is older than 15 minutes. Ask for a new one.')
      }
      refuseInactive(user)
      await deleteFailuresOf(tx, user.id)
      return beginSession(tx, user, { ...caller, rules, by: 'link' }, audit)
    })
    return { token: await signSessionToken(key, session) }
  })

  route(app, replaceLostPassword, async ({ body, session, audit }) => {
    await checkNewPassword(body.newPassword, 'newPassword')
    const { id } = session.user
    const hash = await hashPassword(body.newPassword)
    await inTransaction(db, async (tx) => {
      await lockUser(tx, id)
      if (!(await isFreshFromLink(tx, session))) {
        throw conflict('Change your password under Security, where the current one is asked for.')
      }
      await replacePassword(tx, id, { hash, mustChange: false })
      const { revoked } = await endAccessOf(tx, id, session.id)
      const details = { by: 'link', ...revoked }
      await audit(tx, 'password.change', { subject: `user:${id}`, details })
    })
    return { message: 'Your password was changed.' }
  })
}
