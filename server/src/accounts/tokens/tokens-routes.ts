import * as contract from '@dashboard/contract/access-tokens'
import { hourMs } from '@dashboard/contract/duration'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { BackgroundLoop, runWithApp } from '../../background/background-loop.ts'
import { route } from '../../http/endpoint-routes.ts'
import * as service from './access-tokens.ts'

const revoked = { message: 'The access token was revoked.' }

/** Adds the routes for access tokens, with which scripts act as their owner (docs/recipes.md#access-tokens). */
export function tokensRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, contract.listTokens, async ({ user }) => ({
    tokens: await service.listTokensOf(db, user.id),
  }))

  route(app, contract.createToken, async ({ session, body, audit }) => ({
    message: 'The access token was made.',
    ...(await service.makeToken({ db, audit }, session, body)),
  }))

  route(app, contract.revokeToken, async ({ user, params, audit }) => {
    await service.revokeOwnToken({ db, audit }, user, params.id)
    return revoked
  })

  route(app, contract.listUserTokens, async ({ user: admin, params }) => ({
    tokens: await service.listUserTokens(db, admin, params.id),
  }))

  route(app, contract.revokeUserToken, async ({ user: admin, params, audit }) => {
    await service.revokeTokenOf({ db, audit }, admin, { userId: params.id, id: params.tokenId })
    return revoked
  })

  const expiry = new BackgroundLoop({
    run: () => service.removeExpiredTokens(db),
    everyMs: hourMs,
    firstAfterMs: hourMs,
    failed: 'Access tokens that have expired could not be removed',
    log: app.log,
  })
  runWithApp(app, expiry)
}
