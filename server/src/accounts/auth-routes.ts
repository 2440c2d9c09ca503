import { changePassword, login, logout, updateProfile } from '@dashboard/contract/accounts'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { SignInSettings } from '@dashboard/store/settings/settings-sign-in'
import type { FastifyInstance } from 'fastify'
import { sessionEnded } from '../http/app-error.ts'
import { actorOf } from '../http/audit-trail.ts'
import { route } from '../http/endpoint-routes.ts'
import { describeChanges } from './account-changes.ts'
import type { CheckNewPassword } from './common-passwords.ts'
import type { RelyingParty } from './factors/relying-party.ts'
import { auditFailure } from './failed-sign-ins.ts'
import { logIn } from './login-service.ts'
import { changeOwnPassword } from './own-password.ts'
import { readCaller, type SessionDependencies } from './sessions/begin-session.ts'
import { signSessionToken } from './sessions/session-token.ts'
import { endSession } from './sessions/sessions.ts'
import { changeUser } from './users-queries.ts'

interface Dependencies extends SessionDependencies {
  signIn: SignInSettings
  checkNewPassword: CheckNewPassword
  readParty: () => RelyingParty | undefined
}

/**
 * Adds the routes for signing in and out, and for what users change in their own account (docs/accounts.md#sessions).
 */
export function authRoutes(
  app: FastifyInstance,
  { db, key, rules, signIn, checkNewPassword, readParty }: Dependencies,
): void {
  const only = passwordLimit(signIn)

  route(app, login, async ({ body, request, audit }) => {
    const attempt = { ...body, ...(await readCaller(request, key)), only }
    const signingIn = { db, rules, audit, hasPasskeys: readParty() !== undefined }
    const answer = await logIn(signingIn, attempt).catch(async (error: unknown) => {
      await auditFailure(db, error, attempt.username, audit)
      throw error
    })
    return 'session' in answer ? { token: await signSessionToken(key, answer.session) } : answer
  })

  route(app, logout, async ({ request, audit }) => {
    const { sessionId } = await readCaller(request, key)
    if (sessionId !== undefined) {
      await inTransaction(db, async (tx) => {
        const user = await endSession(tx, sessionId)
        const subject = `session:${sessionId}`
        if (user) await audit(tx, 'session.delete', { subject, actor: actorOf(user) })
      })
    }
    return { message: 'You have been logged out.' }
  })

  route(app, updateProfile, async ({ body, session, audit }) => {
    const user = await inTransaction(db, async (tx) => {
      const changed = await changeUser(tx, session.user.id, body)
      if (!changed) throw sessionEnded()
      const details = describeChanges(session.user, body)
      // The web also sends unchanged names, to get a token with the user's other changes.
      if (details.fields.length > 0) {
        await audit(tx, 'profile.update', { subject: `user:${changed.id}`, details })
      }
      return changed
    })
    // The new token is for the same session, so that a poll that is sent with the old token is not logged out.
    const token = await signSessionToken(key, { ...session, user })
    return { token, message: 'Your profile was updated.' }
  })

  route(app, changePassword, async ({ body, session, request, audit }) => {
    const { currentPassword: current, newPassword: next } = body
    await checkNewPassword(next, 'newPassword')
    await changeOwnPassword(db, session, { current, next, ip: request.ip }, audit)
    return { message: 'Your password was changed.' }
  })
}

function passwordLimit({ openId, rescueAdmin }: SignInSettings) {
  if (rescueAdmin === undefined) return undefined
  const refusal = `Passwords are for the rescue administrator only. Sign in with ${openId?.name ?? 'the OpenID provider'}; if you are that administrator, check username and password.`
  return { username: rescueAdmin, refusal }
}
