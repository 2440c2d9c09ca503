import { startTestApp } from './app.ts'
import type { AuditedServer, Scenario } from './audited-server.ts'
import { hashOfRightPassword } from './login.ts'
import { signInSettings, startProvider, steps } from './openid.ts'
import { activeUser } from './users.ts'

/** The entries of the audit log about signing in with an OpenID provider. */

const mia = { sub: '1', email: 'mia@example.org', email_verified: true, name: 'Mia Ortega' }
const miaName = 'Mia Ortega (mia@example.org)'

/** Starts another server on the same database, with a provider that creates accounts. */
async function withProvider({ db, settings, watch }: AuditedServer) {
  const provider = await startProvider()
  const signIn = signInSettings(provider, { signUp: true })
  const app = await startTestApp({ db, settings: { ...settings, signIn } })
  watch(app.app)
  return { ...app, ...steps(app, provider) }
}

/** Returns a user who links the account, on that server. */
async function linkedUser(setup: AuditedServer) {
  const server = await withProvider(setup)
  const user = await activeUser(setup.db, { username: 'uma', password: hashOfRightPassword })
  const uma = await server.as(user)
  await server.link(uma.inject, mia)
  const entry = { subject: `user:${user.id}`, actor: 'Uma User (uma)' }
  return { uma, entry }
}

export const openIdScenarios: Record<string, Scenario> = {
  async finishOpenIdSignIn(setup) {
    const { signInAs, db } = await withProvider(setup)
    await signInAs(mia)
    const { id, userId } = await db
      .selectFrom('sessions')
      .select(['id', 'userId'])
      .where('userId', '!=', setup.adaId)
      .executeTakeFirstOrThrow()
    await db.updateTable('users').set({ isActive: 0 }).where('id', '=', userId).execute()
    await signInAs(mia)
    const account = { username: 'mia@example.org', role: 'user', isActive: true, by: 'openid' }
    const by = 'openid'
    const reason = 'no account that may sign in'
    return [
      { action: 'user.create', subject: `user:${userId}`, actor: miaName, details: account },
      {
        action: 'openid.link',
        subject: `user:${userId}`,
        actor: miaName,
        details: { username: 'mia@example.org', by: 'sign-up' },
      },
      { action: 'session.create', subject: `session:${id}`, actor: miaName, details: { by } },
      { action: 'session.failed', subject: null, actor: mia.email, details: { by, reason } },
    ]
  },
  async finishOpenIdLink(setup) {
    const { entry } = await linkedUser(setup)
    return [{ action: 'openid.link', ...entry, details: { username: 'uma', by: 'profile' } }]
  },
  async removeOpenIdLink(setup) {
    const { uma, entry } = await linkedUser(setup)
    await setup.db.deleteFrom('audit_log').execute()
    await uma.inject({
      method: 'DELETE',
      url: '/api/auth/openid/link',
      remoteAddress: '10.9.8.7',
    })
    return [{ action: 'openid.unlink', ...entry, details: { username: 'uma' } }]
  },
}
