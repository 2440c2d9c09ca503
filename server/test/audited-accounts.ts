import { factorScenarios } from './audited-factors.ts'
import { openIdScenarios } from './audited-openid.ts'
import { linkScenarios } from './audited-password-links.ts'
import type { AuditedServer, Scenario } from './audited-server.ts'
import { hashOfRightPassword, logIn } from './login.ts'
import { makeToken, tokensUrl } from './tokens.ts'
import { activeUser } from './users.ts'

/** The entries of the audit log about sessions and accounts. */

/** Adds a user who can sign in with "right password". */
function uma({ db }: AuditedServer) {
  return activeUser(db, { username: 'uma', password: hashOfRightPassword })
}
const umaName = 'Uma User (uma)'

const sessionScenarios: Record<string, Scenario> = {
  async login(setup) {
    const user = await uma(setup)
    const session = (await logIn(setup, 'uma', 'right password', '10.9.8.7')).json()
    const [, payload = ''] = session.token.split('.')
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    await logIn(setup, 'uma', 'wrong', '10.9.8.7')
    const reason = 'wrong username or password'
    return [
      { action: 'session.create', subject: `session:${jti}`, actor: umaName },
      { action: 'session.failed', subject: `user:${user.id}`, actor: 'uma', details: { reason } },
    ]
  },
  async logout({ call, ada }) {
    await call('POST', '/api/auth/logout')
    // The second call ends nothing.
    await call('POST', '/api/auth/logout')
    return [{ action: 'session.delete', subject: `session:${ada.session.id}` }]
  },
  async updateProfile({ call, ada, adaId }) {
    const { username, lastName } = ada.user
    await call('PUT', '/api/auth/profile', { username, lastName, firstName: 'Augusta' })
    const details = { fields: ['firstName'] }
    return [{ action: 'profile.update', subject: `user:${adaId}`, details }]
  },
  async changePassword(setup) {
    const user = await uma(setup)
    const { inject } = await setup.as(user)
    const newPassword = 'a new one'
    await inject({
      method: 'PUT',
      url: '/api/auth/change-password',
      remoteAddress: '10.9.8.7',
      payload: {
        currentPassword: 'right password',
        newPassword,
        confirmPassword: newPassword,
      },
    })
    return [{ action: 'password.change', subject: `user:${user.id}`, actor: umaName }]
  },
}

const endedSessionScenarios: Record<string, Scenario> = {
  async endSession(setup) {
    const { session } = await setup.as(setup.ada.user)
    await setup.call('DELETE', `/api/auth/sessions/${session.id}`)
    // The second call finds none.
    await setup.call('DELETE', `/api/auth/sessions/${session.id}`)
    return [{ action: 'session.end', subject: `session:${session.id}` }]
  },
  async endOtherSessions(setup) {
    await setup.as(setup.ada.user)
    await setup.call('DELETE', '/api/auth/sessions')
    // The second call ends nothing.
    await setup.call('DELETE', '/api/auth/sessions')
    const details = { sessions: 1 }
    return [{ action: 'session.end-others', subject: `user:${setup.adaId}`, details }]
  },
  async endUserSessions(setup) {
    const user = await uma(setup)
    await setup.as(user)
    await setup.call('DELETE', `/api/users/${user.id}/sessions`)
    const details = { username: 'uma', sessions: 1 }
    return [{ action: 'user.sign-out', subject: `user:${user.id}`, details }]
  },
}

const tokenScenarios: Record<string, Scenario> = {
  async createToken({ call }) {
    const payload = { name: 'Nightly sync', access: 'write', days: 30 }
    const answer = await call('POST', tokensUrl, payload)
    return [
      { action: 'token.create', subject: `token:${answer.json().token.id}`, details: payload },
    ]
  },
  async revokeToken({ call, ada, forget }) {
    const { id } = await makeToken(ada)
    await forget()
    await call('DELETE', `${tokensUrl}/${id}`)
    // The second call finds none.
    await call('DELETE', `${tokensUrl}/${id}`)
    const details = { name: 'Nightly sync' }
    return [{ action: 'token.revoke', subject: `token:${id}`, details }]
  },
  async revokeUserToken(setup) {
    const user = await uma(setup)
    const { id } = await makeToken(await setup.as(user))
    await setup.forget()
    await setup.call('DELETE', `/api/users/${user.id}/tokens/${id}`)
    const details = { name: 'Nightly sync', username: 'uma' }
    return [{ action: 'token.revoke', subject: `token:${id}`, details }]
  },
}

const userScenarios: Record<string, Scenario> = {
  async createUser({ call }) {
    const account = { username: 'new', firstName: 'N', lastName: 'U', password: 'a fine day' }
    const answer = await call('POST', '/api/users', account)
    const details = { username: 'new', role: 'user', isActive: true }
    return [{ action: 'user.create', subject: `user:${answer.json().user.id}`, details }]
  },
  async updateUser(setup) {
    const { id } = await uma(setup)
    const changes = { firstName: 'Una', lastName: 'User', role: 'admin', isActive: false }
    await setup.call('PUT', `/api/users/${id}`, changes)
    const details = {
      fields: ['firstName', 'role', 'isActive'],
      role: { from: 'user', to: 'admin' },
      isActive: { from: true, to: false },
    }
    return [{ action: 'user.update', subject: `user:${id}`, details }]
  },
  async setUserPassword(setup) {
    const { id } = await uma(setup)
    await setup.call('PUT', `/api/users/${id}/password`, { newPassword: 'a new one' })
    const details = { username: 'uma' }
    return [{ action: 'user.password.reset', subject: `user:${id}`, details }]
  },
  async deleteUser(setup) {
    const { id } = await uma(setup)
    await setup.call('DELETE', `/api/users/${id}`)
    const details = { username: 'uma', role: 'user' }
    return [{ action: 'user.delete', subject: `user:${id}`, details }]
  },
}

export const accountScenarios: Record<string, Scenario> = {
  ...sessionScenarios,
  ...endedSessionScenarios,
  ...tokenScenarios,
  ...userScenarios,
  ...openIdScenarios,
  ...linkScenarios,
  ...factorScenarios,
}
