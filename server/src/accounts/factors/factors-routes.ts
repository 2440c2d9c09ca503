import {
  beginTotp,
  confirmSession,
  deleteTotp,
  finishTotp,
  getFactors,
  renewRecoveryCodes,
  takeSecondStep,
} from '@dashboard/contract/factors'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { sessionEnded } from '../../http/app-error.ts'
import { route } from '../../http/endpoint-routes.ts'
import { checkOwnPassword } from '../own-password.ts'
import { readCaller, type SessionDependencies } from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { findUserById } from '../users-queries.ts'
import { withCode } from './check-code.ts'
import { readFactors } from './factors-queries.ts'
import * as own from './own-factors.ts'
import * as recent from './recent-sign-in.ts'
import * as secondStep from './second-step.ts'

interface Dependencies extends SessionDependencies {
  /** Seals the secrets of authenticator apps. */
  totpKey: Uint8Array
}

/**
 * Adds the routes for the second step of signing in, and for what users change about it under Profile
 * (docs/sign-in.md).
 */
export function factorsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, key, totpKey, rules } = dependencies

  route(app, takeSecondStep, async ({ body, request, audit }) => {
    const caller = await readCaller(request, key)
    const signIn = { db, key: totpKey, rules, audit }
    const session = await secondStep.takeSecondStep(signIn, body, caller)
    return { token: await signSessionToken(key, session) }
  })

  route(app, confirmSession, async ({ body: { password, code }, session, request: { ip } }) => {
    if (password !== undefined) {
      await checkOwnPassword(db, session, { password, ip, path: 'password' })
      await recent.confirmSession(db, session)
    } else {
      const user = await findUserById(db, session.user.id)
      if (!user) throw sessionEnded()
      const confirm = (tx: Db) => recent.confirmSession(tx, session)
      await withCode(db, totpKey, { user, code: code ?? '', ip }, confirm)
    }
    return { message: 'Thank you.' }
  })

  route(app, getFactors, async ({ session }) => ({
    ...(await readFactors(db, session.user.id)),
    isRequired: rules.isRequired(session.user),
    canReplacePassword: await recent.isFreshFromLink(db, session),
  }))

  route(app, beginTotp, ({ session }) => own.beginTotp({ db, key: totpKey }, session))

  route(app, finishTotp, async ({ body, session, audit }) => {
    const recoveryCodes = await own.finishTotp({ db, key: totpKey, audit }, session, body)
    return { message: 'The authenticator app was added.', recoveryCodes }
  })

  route(app, deleteTotp, async ({ session, audit }) => {
    await own.removeTotp({ db, audit, isRequired: rules.isRequired(session.user) }, session)
    return { message: 'The authenticator app was removed.' }
  })

  route(app, renewRecoveryCodes, async ({ session, audit }) => {
    const recoveryCodes = await own.renewRecoveryCodes({ db, audit }, session)
    return { message: 'The earlier recovery codes no longer work.', recoveryCodes }
  })
}
