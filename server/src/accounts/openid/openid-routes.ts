import {
  finishOpenIdLink,
  finishOpenIdSignIn,
  getOpenIdLink,
  getSignInWays,
  removeOpenIdLink,
  startOpenIdLink,
  startOpenIdSignIn,
} from '@dashboard/contract/openid'
import { lockUser } from '@dashboard/store/database/lock-user'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { SignInSettings } from '@dashboard/store/settings/settings-sign-in'
import type { FastifyInstance } from 'fastify'
import type { Session } from '../../http/access-check.ts'
import { AppError, conflict, notFound } from '../../http/app-error.ts'
import { route } from '../../http/endpoint-routes.ts'
import { requireRecentSignIn } from '../factors/recent-sign-in.ts'
import { noPassword } from '../passwords.ts'
import { beginSession, readCaller, type SessionDependencies } from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { requireSession } from '../sessions/sessions.ts'
import { usernameKey } from '../usernames.ts'
import { consumeAttempt, storeAttempt } from './attempts.ts'
import { type Claims, emailOf } from './claims.ts'
import { findAccount } from './find-account.ts'
import { addIdentity, findIdentityOf, removeIdentity } from './identities.ts'
import { createProvider } from './provider.ts'

interface Dependencies extends SessionDependencies {
  signIn: SignInSettings
}

/**
 * Adds the routes for signing in with an OpenID provider, and for linking an account to it (docs/sign-in-openid.md).
 * Those for signing in answer 409, 410 or 502, since the web would log out on 401 and 403.
 */
export function openIdRoutes(
  app: FastifyInstance,
  { db, key, rules, signIn: { openId, rescueAdmin } }: Dependencies,
): void {
  const otherWay = rescueAdmin === undefined ? ', or log in with your password' : ''
  const provider = openId && createProvider(openId, otherWay)
  const required = () => {
    if (!openId || !provider) throw notFound('OpenID provider')
    return { settings: openId, provider }
  }
  /** Begins a sign-in or, with a session, the linking of its user's account. */
  const begin = async (ip: string, session?: Session) => {
    const { provider } = required()
    if (session) await requireRecentSignIn(db, session)
    const { url, ...begun } = await provider.begin()
    return { url, key: await storeAttempt(db, begun, { ip, userId: session?.user.id ?? null }) }
  }

  route(app, getSignInWays, () => ({
    password: rescueAdmin === undefined,
    openId: openId ? { name: openId.name } : null,
  }))

  route(app, startOpenIdSignIn, ({ request }) => begin(request.ip))

  route(app, finishOpenIdSignIn, async ({ body, request, audit }) => {
    const { settings, provider } = required()
    const caller = await readCaller(request, key)
    const attempt = await consumeAttempt(db, body, null)
    let claims: Claims | undefined
    try {
      const identified = await provider.identify(body, attempt)
      claims = identified
      const session = await inTransaction(db, async (tx) => {
        const user = await findAccount(tx, settings, identified, audit)
        return beginSession(tx, user, { ...caller, rules, by: 'openid' }, audit)
      })
      return { token: await signSessionToken(key, session) }
    } catch (error) {
      if (error instanceof AppError) {
        const hasNoAccount = error.status === 409
        const reason = hasNoAccount ? 'no account that may sign in' : 'answer of the provider'
        const who = claims && (emailOf(claims) ?? claims.sub.slice(0, 60))
        await audit(db, 'session.failed', {
          actor: { id: null, name: who ?? `Somebody from ${settings.name}` },
          details: { by: 'openid', reason },
        })
      }
      throw error
    }
  })

  route(app, getOpenIdLink, async ({ user }) => {
    if (!openId) return { provider: null, link: null }
    const link = await findIdentityOf(db, user.id, openId.issuer)
    return { provider: openId.name, link: link ?? null }
  })

  route(app, startOpenIdLink, ({ request, session }) => begin(request.ip, session))

  route(app, finishOpenIdLink, async ({ body, session, audit }) => {
    const { settings, provider } = required()
    const { id: userId, username } = session.user
    const attempt = await consumeAttempt(db, body, userId)
    const claims = await provider.identify(body, attempt)
    await inTransaction(db, async (tx) => {
      await requireSession(tx, session.id)
      const identity = { userId, issuer: settings.issuer, subject: claims.sub }
      await addIdentity(tx, { ...identity, email: emailOf(claims) })
      const details = { username, by: 'profile' }
      await audit(tx, 'openid.link', { subject: `user:${userId}`, details })
    })
    return { message: `From now on you can sign in with ${settings.name}.` }
  })

  route(app, removeOpenIdLink, async ({ session, audit }) => {
    const { issuer, name } = required().settings
    const { id: userId, username } = session.user
    const isRescue = usernameKey(username) === usernameKey(rescueAdmin ?? '')
    const hasPasswordSignIn = rescueAdmin === undefined || isRescue
    await requireRecentSignIn(db, session)
    await inTransaction(db, async (tx) => {
      const user = await lockUser(tx, userId)
      if (user && !(hasPasswordSignIn && user.password !== noPassword)) {
        throw conflict(
          `${name} is the only way into your account. Ask an administrator for a password first.`,
        )
      }
      if (!(await removeIdentity(tx, userId, issuer))) throw notFound('Link')
      await audit(tx, 'openid.unlink', { subject: `user:${userId}`, details: { username } })
    })
    return { message: `Your account is no longer linked to ${name}.` }
  })
}
