import {
  finishOpenIdLink,
  finishOpenIdSignIn,
  getOpenIdLink,
  getSignInWays,
  removeOpenIdLink,
  startOpenIdLink,
  startOpenIdSignIn,
} from '@dashboard/contract/openid'
import type { SignInSettings } from '@dashboard/store/settings/settings-sign-in'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import { route } from '../../http/endpoint-routes.ts'
import { readCaller, type SessionDependencies } from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { usernameKey } from '../usernames.ts'
import { findIdentityOf } from './identities.ts'
import {
  beginAtProvider,
  linkAccount,
  type OpenId,
  signInWithProvider,
  unlinkAccount,
} from './openid-service.ts'
import { createProvider } from './provider.ts'

interface Dependencies extends SessionDependencies {
  signIn: SignInSettings
}

/**
 * Adds the routes for signing in with an OpenID provider, and for linking an account to it (docs/sign-in-openid.md).
 */
export function openIdRoutes(
  app: FastifyInstance,
  { db, key, rules, signIn: { openId, rescueAdmin } }: Dependencies,
): void {
  const otherWay = rescueAdmin === undefined ? ', or log in with your password' : ''
  const provider = openId && createProvider(openId, otherWay)
  const required = (): OpenId => {
    if (!openId || !provider) throw notFound('OpenID provider')
    return { db, settings: openId, provider }
  }

  route(app, getSignInWays, () => ({
    password: rescueAdmin === undefined,
    openId: openId ? { name: openId.name } : null,
  }))

  route(app, startOpenIdSignIn, ({ request }) => beginAtProvider(required(), request.ip))

  route(app, finishOpenIdSignIn, async ({ body, request, audit }) => {
    const caller = { ...(await readCaller(request, key)), rules }
    const session = await signInWithProvider(required(), body, caller, audit)
    return { token: await signSessionToken(key, session) }
  })

  route(app, getOpenIdLink, async ({ user }) => {
    if (!openId) return { provider: null, link: null }
    const link = await findIdentityOf(db, user.id, openId.issuer)
    return { provider: openId.name, link: link ?? null }
  })

  route(app, startOpenIdLink, ({ request, session }) =>
    beginAtProvider(required(), request.ip, session),
  )

  route(app, finishOpenIdLink, async ({ body, session, audit }) => {
    const openId = required()
    await linkAccount(openId, body, session, audit)
    return { message: `From now on you can sign in with ${openId.settings.name}.` }
  })

  route(app, removeOpenIdLink, async ({ session, audit }) => {
    const openId = required()
    const isRescue = usernameKey(session.user.username) === usernameKey(rescueAdmin ?? '')
    const hasPasswordSignIn = rescueAdmin === undefined || isRescue
    await unlinkAccount(openId, session, { hasPasswordSignIn }, audit)
    return { message: `Your account is no longer linked to ${openId.settings.name}.` }
  })
}
