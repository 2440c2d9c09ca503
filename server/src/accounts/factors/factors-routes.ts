import {
  beginTotp,
  confirmSession,
  deleteTotp,
  finishTotp,
  getFactors,
  renewRecoveryCodes,
  takeSecondStep,
} from '@dashboard/contract/factors'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FastifyInstance } from 'fastify'
import { conflict, gone, notFound, sessionEnded } from '../../http/app-error.ts'
import { route } from '../../http/endpoint-routes.ts'
import { auditFailure } from '../failed-sign-ins.ts'
import { checkOwnPassword } from '../own-password.ts'
import {
  beginSession,
  readCaller,
  refuseInactive,
  type SessionDependencies,
} from '../sessions/begin-session.ts'
import { signSessionToken } from '../sessions/session-token.ts'
import { findUserById } from '../users-queries.ts'
import { codeRefused, normalizeCode, withCode } from './check-code.ts'
import { decryptSecret, encryptSecret } from './encrypted-secret.ts'
import { countFactors, readFactors } from './factors-queries.ts'
import { addFactor, lockOwnUser, removeFactor } from './own-factors.ts'
import * as recent from './recent-sign-in.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { consumeTicket, findTicket, issueTicket } from './tickets.ts'
import { makeTotpSecret, totpAddress, totpStep } from './totp.ts'

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

  route(app, takeSecondStep, async ({ body: { ticket, code }, request, audit }) => {
    const caller = await readCaller(request, key)
    const { userId } = (await findTicket(db, 'second-step', ticket)) ?? {}
    const user = userId ? await findUserById(db, userId) : undefined
    if (!user) throw tookTooLong()
    const attempt = { user, code, ip: caller.ip }
    const session = await withCode(db, totpKey, attempt, async (tx, current, by) => {
      if (!(await consumeTicket(tx, 'second-step', ticket))) throw tookTooLong()
      refuseInactive(current)
      return beginSession(tx, current, { ...caller, rules, by }, audit)
    }).catch(async (error: unknown) => {
      await auditFailure(db, error, user.username, audit)
      throw error
    })
    return { token: await signSessionToken(key, session) }
  })

  route(app, confirmSession, async ({ body: { password, code }, session, request: { ip } }) => {
    if (password !== undefined) {
      await checkOwnPassword(db, session, { password, ip, path: 'password' })
      await recent.recordConfirmation(db, session)
    } else {
      const user = await findUserById(db, session.user.id)
      if (!user) throw sessionEnded()
      const confirm = (tx: Db) => recent.recordConfirmation(tx, session)
      await withCode(db, totpKey, { user, code: code ?? '', ip }, confirm)
    }
    return { message: 'Thank you.' }
  })

  route(app, getFactors, async ({ session }) => ({
    ...(await readFactors(db, session.user.id)),
    isRequired: rules.isRequired(session.user),
    canReplacePassword: await recent.isFreshFromLink(db, session),
  }))

  route(app, beginTotp, ({ session }) => {
    const { id: userId, username } = session.user
    const secret = makeTotpSecret()
    return inTransaction(db, async (tx) => {
      await recent.requireRecentSignIn(tx, session)
      const data = encryptSecret(totpKey, userId, secret)
      const ticket = await issueTicket(tx, 'totp-setup', { userId, data })
      return { ticket, secret, address: totpAddress(secret, username) }
    })
  })

  route(app, finishTotp, async ({ body: { ticket, code }, session, audit }) => {
    const userId = session.user.id
    const recoveryCodes = await addFactor(db, session, audit, async (tx) => {
      const found = await findTicket(tx, 'totp-setup', ticket)
      const data = found?.userId === userId ? found.data : null
      const secret = data === null ? undefined : decryptSecret(totpKey, userId, data)
      if (data === null || secret === undefined) {
        throw gone('This took too long. Set up the authenticator app from the start.')
      }
      const lastStep = totpStep(secret, normalizeCode(code))
      if (lastStep === undefined) throw codeRefused(code)
      await consumeTicket(tx, 'totp-setup', ticket)
      const replaced = await deleteTotpOf(tx, userId)
      await tx
        .insertInto('totp_factors')
        .values({ userId, secret: data, lastStep, createdAt: nowIso(), lastUsedAt: null })
        .execute()
      return { kind: 'totp', ...(replaced && { replaced }) }
    })
    return { message: 'The authenticator app was added.', recoveryCodes }
  })

  route(app, deleteTotp, async ({ session, audit }) => {
    const removal = { db, audit, isRequired: rules.isRequired(session.user) }
    await removeFactor(removal, session, async (tx) => {
      if (!(await deleteTotpOf(tx, session.user.id))) throw notFound('Authenticator app')
      return { kind: 'totp' }
    })
    return { message: 'The authenticator app was removed.' }
  })

  route(app, renewRecoveryCodes, async ({ session, audit }) => {
    const userId = session.user.id
    const recoveryCodes = await inTransaction(db, async (tx) => {
      await lockOwnUser(tx, session)
      if ((await countFactors(tx, userId)) === 0) {
        throw conflict('Recovery codes replace a second step. Set one up first.')
      }
      const codes = await replaceRecoveryCodes(tx, userId)
      await audit(tx, 'recovery-codes.create', { subject: `user:${userId}` })
      return codes
    })
    return { message: 'The earlier recovery codes no longer work.', recoveryCodes }
  })
}

function tookTooLong() {
  return gone('This took too long, or your password has changed. Log in again from the start.')
}

async function deleteTotpOf(tx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('totp_factors')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
