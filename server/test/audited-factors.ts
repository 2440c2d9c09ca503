import { readEntries } from '@dashboard/store/test/audit-log'
import { makeSignInLink } from '../src/accounts/links/sign-in-links.ts'
import type { Scenario } from './audited-server.ts'
import {
  addPasskey,
  askChallenge,
  beginSignIn,
  codeOf,
  setUpTotp,
  takeStep,
  userWithTotp,
} from './factors.ts'
import { activeUser } from './users.ts'

/** The entries of the audit log about second steps. */

const address = '10.9.8.7'
const umaName = 'Uma User (uma)'

function sessionOf(token: string): string {
  const [, payload = ''] = token.split('.')
  return `session:${JSON.parse(Buffer.from(payload, 'base64url').toString()).jti}`
}

export const factorScenarios: Record<string, Scenario> = {
  async takeSecondStep(setup) {
    const { user, secret } = await userWithTotp(setup)
    const ticket = await beginSignIn(setup, address)
    await setup.forget()
    await takeStep(setup, ticket, '000000', address)
    const { token } = (await takeStep(setup, ticket, codeOf(secret), address)).json()
    const failed = { actor: 'uma', details: { reason: 'wrong code' } }
    return [
      { action: 'session.failed', subject: `user:${user.id}`, ...failed },
      {
        action: 'session.create',
        subject: sessionOf(token),
        actor: umaName,
        details: { by: 'totp' },
      },
    ]
  },
  async finishTotp(setup) {
    const inject: typeof setup.ada.inject = (request) =>
      setup.ada.inject({ ...request, remoteAddress: address })
    await setUpTotp({ inject })
    const subject = `user:${setup.adaId}`
    return [{ action: 'factor.create', subject, details: { kind: 'totp' } }]
  },
  async deleteTotp(setup) {
    await setUpTotp(setup.ada)
    await setup.forget()
    await setup.call('DELETE', '/api/auth/factors/totp')
    // The second call removes nothing.
    await setup.call('DELETE', '/api/auth/factors/totp')
    const subject = `user:${setup.adaId}`
    return [{ action: 'factor.delete', subject, details: { kind: 'totp' } }]
  },
  async renewRecoveryCodes(setup) {
    await setUpTotp(setup.ada)
    await setup.forget()
    await setup.call('POST', '/api/auth/factors/recovery-codes')
    return [{ action: 'recovery-codes.create', subject: `user:${setup.adaId}` }]
  },
  async signInWithPasskey(setup) {
    const { authenticator } = await addPasskey(setup.ada)
    await setup.forget()
    const payload = { passkey: authenticator.sign(await askChallenge(setup)) }
    const url = '/api/auth/passkey'
    const answer = await setup.inject({ method: 'POST', url, payload, remoteAddress: address })
    const subject = sessionOf(answer.json().token)
    return [{ action: 'session.create', subject, details: { by: 'passkey' } }]
  },
  async addPasskey(setup) {
    const inject: typeof setup.ada.inject = (request) =>
      setup.ada.inject({ ...request, remoteAddress: address })
    await addPasskey({ inject })
    const details = { kind: 'passkey', name: 'My phone' }
    return [{ action: 'factor.create', subject: `user:${setup.adaId}`, details }]
  },
  async deletePasskey(setup) {
    const { id } = await addPasskey(setup.ada)
    await setup.forget()
    await setup.call('DELETE', `/api/auth/factors/passkeys/${id}`)
    const details = { kind: 'passkey', name: 'My phone' }
    return [{ action: 'factor.delete', subject: `user:${setup.adaId}`, details }]
  },
  async openSignInLink(setup) {
    const { id } = await activeUser(setup.db, { username: 'uma' })
    const { link } = (await makeSignInLink(setup.db, 'UMA')) ?? {}
    const made = await readEntries(setup.db)
    const seen = made.map(({ action, subject, actor }) => [action, subject, actor])
    if (String(seen) !== `sign-in-link.create,user:${id},Console`) throw new Error(String(seen))
    await setup.forget()
    const url = '/api/auth/sign-in-link'
    const request = { method: 'POST', url, payload: { link }, remoteAddress: address } as const
    const answer = await setup.inject(request)
    // The second call is refused.
    await setup.inject(request)
    const subject = sessionOf(answer.json().token)
    return [{ action: 'session.create', subject, actor: umaName, details: { by: 'link' } }]
  },
  async replaceLostPassword(setup) {
    const { id } = await activeUser(setup.db, { username: 'uma' })
    const { link } = (await makeSignInLink(setup.db, 'uma')) ?? {}
    const open = { method: 'POST', url: '/api/auth/sign-in-link', payload: { link } } as const
    const { token } = (await setup.inject(open)).json()
    await setup.forget()
    await setup.inject({
      method: 'PUT',
      url: '/api/auth/lost-password',
      headers: { authorization: `Bearer ${token}` },
      payload: { newPassword: 'of my own', confirmPassword: 'of my own' },
      remoteAddress: address,
    })
    const subject = `user:${id}`
    return [{ action: 'password.change', subject, actor: umaName, details: { by: 'link' } }]
  },
  async resetFactors(setup) {
    const { user } = await userWithTotp(setup)
    await setup.forget()
    await setup.call('DELETE', `/api/users/${user.id}/factors`)
    const details = { username: 'uma', factors: 1, sessions: 1 }
    return [{ action: 'user.factors.reset', subject: `user:${user.id}`, details }]
  },
}
