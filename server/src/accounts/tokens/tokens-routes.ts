import * as contract from '@dashboard/contract/access-tokens'
import { hourMs } from '@dashboard/contract/duration'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { BackgroundLoop, runWithApp } from '../../background/background-loop.ts'
import { route } from '../../http/endpoint-routes.ts'
import { requireUserAndAdmin } from '../users-service.ts'
import * as service from './access-tokens.ts'

/** Adds the routes for access tokens, with which scripts act as their owner (docs/recipes.md#access-tokens). */
export function tokensRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, contract.listTokens, async ({ user }) => ({
    tokens: await service.listTokensOf(db, user.id),
  }))

  route(app, contract.createToken, async ({ session, body, audit }) => ({
    message: 'The access token was made.',
    ...(await service.makeToken({ db, audit }, session, body)),
  }))

  route(app, contract.revokeToken, ({ user, params: { id }, audit }) =>
    service.revokeToken({ db, audit }, { userId: user.id, id }),
  )

  route(app, contract.listUserTokens, async ({ user: admin, params: { id } }) => {
    await requireUserAndAdmin(db, admin, id)
    return { tokens: await service.listTokensOf(db, id) }
  })

  route(app, contract.revokeUserToken, ({ user: admin, params: { id: userId, tokenId }, audit }) =>
    service.revokeToken({ db, audit }, { userId, id: tokenId, admin }),
  )

  const expiry = new BackgroundLoop({
    run: () => service.removeExpiredTokens(db),
    everyMs: hourMs,
    firstAfterMs: hourMs,
    failed: 'Access tokens that have expired could not be removed',
    log: app.log,
  })
  runWithApp(app, expiry)
}
